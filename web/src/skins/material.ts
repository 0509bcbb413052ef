/** Things as paths: what a piece is made of. Colours come from the style sheet, by class. */
import { s } from "../dom";

/** A part: its class, and its outline in a square of 40 units. */
export type Part = [name: string, outline: string];

/** A thing of this height and width, in units, with the middle of its square at a point. */
export function thing(cx: number, cy: number, size: number, parts: Part[], turned = 0): SVGGElement {
  const scale = size / 40;
  return s(
    "g",
    { class: "thing", transform: `translate(${cx} ${cy}) rotate(${turned}) scale(${scale}) translate(-20 -20)` },
    ...parts.map(([name, d]) => s("path", { class: name, d })),
  );
}

export function disc(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

export const BISCUIT: Part[] = [
  [
    "shape biscuit",
    "M20 2.5c2.6 0 3.6 1.7 5.6 2.3 2.100.6 4-.2 5.900 1.500 1.900 1.700 1.500 3.700 2.600 5.500 1.100 1.800 3 2.700 3.300 5.200.3 2.400-1.200 3.800-1.400 5.900-.2 2.100.9 3.900-.4 6-1.300 2.100-3.300 2.100-4.900 3.400-1.600 1.300-2.100 3.300-4.500 4-2.300.7-3.900-.6-6.200-.6s-3.900 1.300-6.200.6c-2.400-.7-2.900-2.700-4.500-4-1.600-1.300-3.600-1.300-4.900-3.400-1.300-2.100-.2-3.900-.4-6C3.800 20.800 2.300 19.400 2.600 17c.3-2.500 2.200-3.400 3.300-5.200 1.100-1.800.7-3.800 2.600-5.500 1.900-1.700 3.800-.9 5.900-1.500C16.400 4.200 17.400 2.500 20 2.500Z",
  ],
  ["crust", "M9 26c3 6 13 8 20 3"],
  [
    "chip",
    disc(13.5, 13, 2.3) +
      disc(25, 11, 2) +
      disc(20, 20, 2.5) +
      disc(29, 21.5, 2.3) +
      disc(12.5, 24, 2) +
      disc(22.5, 29, 2),
  ],
];

export const COIN: Part[] = [
  ["rim", disc(20, 21.5, 17)],
  ["shape coin", disc(20, 19, 17)],
  ["relief", disc(20, 19, 12.5)],
  ["stamp", "m20 11 2.500 5 5.500.8-4 3.900.9 5.500-4.900-2.600-4.900 2.600.9-5.500-4-3.900 5.500-.8Z"],
  ["gleam", "M8 13a13.500 13.500 0 0 1 9-7"],
];

/** The other side of a coin: of another metal, with a square in place of the star. */
export const TAILS: Part[] = [
  ["rim tails", disc(20, 21.5, 17)],
  ["shape coin tails", disc(20, 19, 17)],
  ["relief tails", "M11 10h18v18H11Z"],
  ["gleam", "M8 13a13.500 13.500 0 0 1 9-7"],
];

export const MARBLE: Part[] = [
  ["shape counter marble", disc(20, 20, 16.5)],
  ["swirl", "M8 24c6-10 14 2 23-8"],
  ["gleam", "M10 14a11.500 11.500 0 0 1 8-6"],
];

/** A skittle of half its height's width, in a square of 40: its foot is at 38. */
export const SKITTLE: Part[] = [
  [
    "shape pin",
    "M20 1.600c2.400 0 3.800 1.840 3.800 4.120 0 2.480-1.480 3.680-1.480 5.880 0 3.400 4 7 4 14.600 0 5.800-1.720 10.600-2.520 11.600-.36.44-7.240.44-7.600 0-.8-1-2.520-5.800-2.520-11.600 0-7.600 4-11.200 4-14.600 0-2.200-1.480-3.400-1.480-5.880C16.200 3.440 17.600 1.600 20 1.600Z",
  ],
  [
    "band",
    "M17.600 9.800c.28.8.4 1.440.36 2.600h4.080c-.04-1.160.08-1.800.36-2.600ZM17.280 14.400c-.32.8-.76 1.640-1.240 2.520h7.920c-.48-.88-.92-1.720-1.240-2.520Z",
  ],
];

export const SQUARE: Part[] = [
  ["shape chocolate", "M6 1h28a5 5 0 0 1 5 5v28a5 5 0 0 1-5 5h-28a5 5 0 0 1-5-5v-28a5 5 0 0 1 5-5Z"],
  ["edge-light", "M1 6a5 5 0 0 1 5-5h28a5 5 0 0 1 5 5L31 9H9Z"],
  ["relief", "M11 8h18a3 3 0 0 1 3 3v18a3 3 0 0 1-3 3h-18a3 3 0 0 1-3-3v-18a3 3 0 0 1 3-3Z"],
];

export const POISON: Part[] = [
  ["shape poison", "M6 1h28a5 5 0 0 1 5 5v28a5 5 0 0 1-5 5h-28a5 5 0 0 1-5-5v-28a5 5 0 0 1 5-5Z"],
  [
    "skull",
    "M20 10c6 0 9 3.800 9 8 0 2.700-1.500 4.400-3 5.300v4.200H14v-4.200c-1.500-.9-3-2.600-3-5.300 0-4.200 3-8 9-8Z",
  ],
  ["socket", disc(16.2, 18.5, 2.3) + disc(23.8, 18.5, 2.3)],
];

export const PEG: Part[] = [
  ["shape peg", disc(20, 20, 16)],
  ["relief", disc(20, 20, 7)],
  ["gleam", "M10 15a12 12 0 0 1 8-7"],
];

export const PAD: Part[] = [
  ["shape pad", "M20 20L31 8A16.500 16.500 0 1 1 21 3.500Z"],
  ["vein", "M20 20L8 13M20 20L7 25M20 20L18 35M20 20L33 25"],
];

export const LEAF: Part[] = [["shape leaf", disc(20, 20, 15)]];

export const FROG: Part[] = [
  ["frog", "M20 12c8 0 13 5 13 11s-5 11-13 11S7 29 7 23s5-11 13-11Z"],
  ["frog", disc(12.5, 11, 5) + disc(27.5, 11, 5)],
  ["frog-eye", disc(12.5, 11, 2) + disc(27.5, 11, 2)],
];
