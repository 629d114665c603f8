/** The straight lines that a page draws, as stroked paths or as thin filled boxes. */
export interface Rule {
  /** Its y where it is horizontal, else its x. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

export interface Rules {
  readonly horizontal: readonly Rule[];
  readonly vertical: readonly Rule[];
}

/** Names of the drawing commands, by pdfjs's numbers. */
export interface DrawingCommands {
  readonly save: number;
  readonly restore: number;
  readonly transform: number;
  readonly paintFormXObjectBegin: number;
  readonly paintFormXObjectEnd: number;
  readonly constructPath: number;
  readonly image: readonly number[];
  readonly stroke: readonly number[];
  readonly fill: readonly number[];
}

export interface Drawing {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

type Matrix = readonly [number, number, number, number, number, number];

const segmentsMax = 40_000;
const thickMax = 3;
/** Dotted rules are drawn dot by dot; what is short when its pieces are joined is no rule. */
const shortest = 0.8;
const slantMax = 1;

export function rulesOf(drawing: Drawing, page: readonly number[], commands: DrawingCommands): Rules {
  const horizontal: Rule[] = [];
  const vertical: Rule[] = [];
  const add = (x1: number, y1: number, x2: number, y2: number): void => {
    const [wide, high] = [Math.abs(x2 - x1), Math.abs(y2 - y1)];
    if (high <= slantMax && wide >= shortest)
      horizontal.push({ at: (y1 + y2) / 2, from: Math.min(x1, x2), to: Math.max(x1, x2) });
    else if (wide <= slantMax && high >= shortest)
      vertical.push({ at: (x1 + x2) / 2, from: Math.min(y1, y2), to: Math.max(y1, y2) });
  };
  const stack: Matrix[] = [];
  let matrix = matrixOf(page) ?? identity;
  drawing.fnArray.forEach((command, at) => {
    const args = drawing.argsArray[at];
    if (command === commands.save || command === commands.paintFormXObjectBegin) stack.push(matrix);
    if (command === commands.restore || command === commands.paintFormXObjectEnd) matrix = stack.pop() ?? matrix;
    if (command === commands.transform) matrix = times(matrix, matrixOf(args));
    if (command === commands.paintFormXObjectBegin) matrix = times(matrix, matrixOf(firstOf(args)));
    // Some programs draw their rules as images of a pixel's height.
    if (commands.image.includes(command))
      addThinBox(
        corners.map(({ x, y }) => pointOf(x, y, matrix)),
        add,
      );
    if (command !== commands.constructPath || horizontal.length + vertical.length > segmentsMax) return;
    const [paint, data] = pathOf(args);
    const strokes = commands.stroke.includes(paint);
    if (!strokes && !commands.fill.includes(paint)) return;
    for (const points of subpaths(data, matrix)) {
      if (strokes) for (let n = 1; n < points.length; n++) addSegment(points[n - 1], points[n], add);
      else addThinBox(points, add);
    }
  });
  return { horizontal, vertical };
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];

function matrixOf(value: unknown): Matrix | undefined {
  const numbers = listOf(value);
  const [a, b, c, d, e, f] = numbers;
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
  return e === undefined || f === undefined ? undefined : [a, b, c, d, e, f];
}

function listOf(value: unknown): readonly number[] {
  if (value instanceof Float32Array || value instanceof Float64Array) return [...value];
  return Array.isArray(value) && value.every((each) => typeof each === "number") ? value : [];
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

/** `[how it is painted, [its data], its bounds]` */
function pathOf(args: unknown): [number, readonly number[]] {
  if (!Array.isArray(args)) return [-1, []];
  const [paint, data] = args;
  return [typeof paint === "number" ? paint : -1, listOf(firstOf(data))];
}

function times([a, b, c, d, e, f]: Matrix, next: Matrix | undefined): Matrix {
  if (next === undefined) return [a, b, c, d, e, f];
  const [g, h, i, j, k, l] = next;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** An image fills the unit square of its matrix. */
const corners: readonly Point[] = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

function pointOf(x: number, y: number, [a, b, c, d, e, f]: Matrix): Point {
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** pdfjs writes a path as numbers: 0 move, 1 line, 2 curve (six numbers), 3 curve (four), 4 close. */
function subpaths(data: readonly number[], matrix: Matrix): Point[][] {
  const paths: Point[][] = [];
  const point = (x: number, y: number): Point => pointOf(x, y, matrix);
  for (let at = 0; at < data.length; ) {
    const kind = data[at];
    const open = paths.at(-1);
    const [x = 0, y = 0] = [data[at + 1], data[at + 2]];
    if (kind === 0) paths.push([point(x, y)]);
    else if (kind === 1) open?.push(point(x, y));
    else if (kind === 4 && open?.[0] !== undefined) open.push(open[0]);
    // A curve is no rule, and what follows it begins elsewhere.
    else if (kind === 2) paths.push([point(data[at + 5] ?? 0, data[at + 6] ?? 0)]);
    else if (kind === 3) paths.push([point(data[at + 3] ?? 0, data[at + 4] ?? 0)]);
    at += kind === 4 ? 1 : kind === 2 ? 7 : kind === 3 ? 5 : 3;
  }
  return paths;
}

type Add = (x1: number, y1: number, x2: number, y2: number) => void;

function addSegment(from: Point | undefined, to: Point | undefined, add: Add): void {
  if (from !== undefined && to !== undefined) add(from.x, from.y, to.x, to.y);
}

function addThinBox(points: readonly Point[], add: Add): void {
  if (points.length < 3) return;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  if (bottom - top <= thickMax) add(left, (top + bottom) / 2, right, (top + bottom) / 2);
  else if (right - left <= thickMax) add((left + right) / 2, top, (left + right) / 2, bottom);
}
