/** A picture in its frame: its middle is moved by x and y from the frame's middle, then it is scaled. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** largest: the highest scale. close: the scale of a double press. */
export interface Reach {
  largest: number;
  close: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const LARGEST = 5;
const CLOSE = 2.5;

/** A page of many screens is a thin line when wholly visible: it may become as wide as its frame, and twice that. */
export function reachOf(picture: Size, frame: Size): Reach {
  const shape = picture.width / picture.height / (frame.width / frame.height);
  const fills = Math.max(shape, 1 / shape);
  return fills > LARGEST ? { largest: 2 * fills, close: fills } : { largest: LARGEST, close: CLOSE };
}

interface Change {
  factor: number;
  at: Point;
  largest: number;
}

/** Zooms around a point, which stays under the finger. Points count from the frame's middle. */
export function zoomedAt(zoom: Zoom, { factor, at, largest }: Change): Zoom {
  const scale = Math.min(largest, Math.max(1, zoom.scale * factor));
  const by = scale / zoom.scale;
  return { scale, x: at.x - (at.x - zoom.x) * by, y: at.y - (at.y - zoom.y) * by };
}

export function moved(zoom: Zoom, { x, y }: Point): Zoom {
  return { ...zoom, x: zoom.x + x, y: zoom.y + y };
}

/** Keeps the picture in its frame: half of the overhang can be reached on each side. */
export function held({ scale, x, y }: Zoom, frame: Size): Zoom {
  const [mostX, mostY] = [(frame.width * (scale - 1)) / 2, (frame.height * (scale - 1)) / 2];
  // + 0 turns -0 into 0.
  return { scale, x: within(x, mostX) + 0, y: within(y, mostY) + 0 };
}

/** Toggles between whole and close to the pressed point. */
export function toggledAt(zoom: Zoom, at: Point, { largest, close }: Reach): Zoom {
  return zoom.scale > 1 ? WHOLE : zoomedAt(zoom, { factor: close, at, largest });
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
