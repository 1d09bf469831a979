"""A real browser for the tests that look at pages, and what every page is looked at for."""

from __future__ import annotations

import shutil

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LEAST_CONTRAST = 4.5  # of text against what lies behind it (WCAG 2.2, level AA)
TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"

# What lies behind an element is the first ancestor that is not transparent; ratios are those of WCAG 2.2.
CONTRASTS = """() => {
  const parts = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b]
    .map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parts(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const words = element => [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
  return [...document.querySelectorAll("body *")].filter(words)
    .filter(element => element.getClientRects().length && !element.closest(".unseen, .drawing, .skip, :disabled"))
    .map(element => {
      const style = getComputedStyle(element);
      const ink = light(parts(element.ownerSVGElement ? style.fill : style.color)), paper = light(behind(element));
      const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
      return [ratio, `${element.tagName} ${element.textContent.trim().slice(0, 40)}`];
    });
}"""


@pytest.fixture(scope="module")
def browser():
    """A real browser; without one there is nothing to look with."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("no browser to look at pages with: install Debian's chromium (make test-system tries to, as root)")
    api = pytest.importorskip("playwright.sync_api", reason="playwright drives the browser: pip install playwright")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()
