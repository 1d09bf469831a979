// Numbers and formulas as the package writes them, so that a transcript reads the same in both.
"use strict";

const RULES = {};  // the learners by name, a file each
const NOT = "\u00ac", AND = "\u2227", OR = "\u2228", THEN = "\u2192";

/** A number as Python's format "g" writes it: six digits, no zeros at the end. */
function general(number) {
  if (Object.is(number, -0)) return "-0";
  if (number === 0 || Number.isInteger(number) && Math.abs(number) < 1e6) return String(number);
  const short = number.toExponential(5), power = Number(short.slice(short.indexOf("e") + 1));
  if (power < -4 || power >= 6) {
    const digits = short.slice(0, short.indexOf("e")).replace(/\.?0+$/, "");
    return `${digits}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  const text = number.toFixed(5 - power);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A label with its sign. */
const signed = y => (y > 0 ? "+1" : "-1");

/** The product of two rows of numbers, added from left to right. */
const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
