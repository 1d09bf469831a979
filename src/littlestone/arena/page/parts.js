// Small parts that every picture is made of.
"use strict";

const PICTURES = {};  // how each learner is shown, by name
const SVG = "http://www.w3.org/2000/svg";

/** An element with attributes and children; texts are texts. */
function make(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same in a picture. */
function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined));
  return element;
}

const byId = id => document.getElementById(id);
const show = (id, ...children) => byId(id).replaceChildren(...children.flat());

/** One thing or many of them, in words. */
const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/** A label as the game writes it: 0 and 1 of Boolean games, -1 and +1 of the others. */
const labelWords = (game, y) => SIGNED.includes(game.name) ? (y > 0 ? "+1" : "\u22121") : (y > 0 ? "1" : "0");
const SIGNED = ["perceptron", "wma"];

/** A point as a reader names it: its bits, its number, its place in the plane, what the experts say. */
function pointWords(game, point) {
  const x = game.preset.points[point];
  if (game.name === "wma") return x.map(said => said > 0 ? "+" : "\u2212").join("");
  if (game.columns[0].startsWith("p")) return String(point + 1);
  if (game.name === "perceptron") return `(${x.map(value => String(value).replace("-", "\u2212")).join(",\u00a0")})`;
  return x.join("");
}

/** A picture with words for those who do not see it. */
function picture(width, height, words, ...children) {
  return draw("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": words }, ...children);
}

/** A chip: a literal, a rule or a concept that is left, struck out, or looked at. */
const chip = (words, ...classes) => make("span", { class: ["chip", ...classes.filter(Boolean)].join(" ") }, words);

/** A bar of a share of its place, with its words beside it. */
function bar(name, share, words, ...classes) {
  return make("div", { class: ["bar", ...classes.filter(Boolean)].join(" ") },
    make("span", { class: "name" }, name),
    make("span", { class: "track" }, make("span", { class: "level", style: `width:${(100 * Math.min(1, share)).toFixed(2)}%` })),
    make("span", { class: "amount" }, words));
}
