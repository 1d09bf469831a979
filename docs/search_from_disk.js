// A page that is opened from disk may start no worker, and the search runs in one: there it runs in a frame instead.
if (location.protocol === "file:") {
  window.Worker = window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      document.body.append(frame)
      this.inside = frame.contentWindow
      this.ready = new Promise((done) => {
        const page = frame.contentDocument
        page.open()
        this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }))
        this.inside.begun = done
        page.write(`<body><script src="${url}"></script><script>begun()</script></body>`)
        page.close()
      })
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })))
    }
  }
}
