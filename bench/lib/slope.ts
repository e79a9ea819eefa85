export interface Point {
  x: number;
  y: number;
}

/** The line through all points by least squares: what y grows by with each x, and twice its standard error. */
export function lineThrough(points: readonly Point[]): { slope: number; uncertainty: number } {
  const meanOf = (read: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + read(point), 0) / points.length;
  const [x, y] = [meanOf((point) => point.x), meanOf((point) => point.y)];
  const sumOf = (read: (point: Point) => number): number => points.reduce((sum, point) => sum + read(point), 0);
  const spread = sumOf((point) => (point.x - x) ** 2);
  const slope = sumOf((point) => (point.x - x) * (point.y - y)) / spread;
  const left = sumOf((point) => (point.y - y - slope * (point.x - x)) ** 2);
  return { slope, uncertainty: 2 * Math.sqrt(left / (points.length - 2) / spread) };
}
