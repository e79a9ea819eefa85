import { createHmac } from 'node:crypto';
import { cellAt, centreOf, districtOf, kmBetween, pointAt, type Cell, type Point } from './geometry.ts';

/** Within so many kilometres of where somebody is shown, they go on being shown there. */
const KEPT_WITHIN_KM = 3;
const OFFSET_KM = { least: 1, span: 1 };
const AIRLINER_KM_PER_HOUR = 1_000;
/** Between where somebody is and where they are shown, at most. */
const SHOWN_OFF_KM = 4;
/** From the middle of a region to its farthest corner, where regions are largest. */
const REGION_KM = 32;
/** What a device may say of its own inaccuracy. */
const INACCURATE_KM = 50;

interface Placing {
  userId: string;
  /** The server's; without it nobody can tell where an offset leads. */
  secret: Buffer;
  /** Where they are shown up to now. */
  before: Cell | null;
}

/**
 * Where somebody is shown who is at this point. One secret offset of 1 to 2 km a person and district, so that whoever
 * comes home every day is shown in one place: many places would have their home in the middle. Never in the cell they
 * are in, hence at least a kilometre away.
 */
export function placeOf(point: Point, { userId, secret, before }: Placing): Cell {
  if (before !== null && kmBetween(point, centreOf(before)) <= KEPT_WITHIN_KM) return before;
  const own = cellAt(point);
  const district = districtOf(own);
  for (let attempt = 0; ; attempt++) {
    const shown = cellAt(pointAt(point, offsetOf(secret, `${userId} ${district} ${attempt}`)));
    if (shown !== own) return shown;
  }
}

function offsetOf(secret: Buffer, name: string): { bearing: number; km: number } {
  const digest = createHmac('sha256', secret).update(name).digest();
  const [turn, length] = [digest.readUInt32BE(0) / 2 ** 32, digest.readUInt32BE(4) / 2 ** 32];
  return { bearing: turn * 2 * Math.PI, km: OFFSET_KM.least + OFFSET_KM.span * length };
}

/** Where somebody was: the cell they were shown in, or the region around it where no more is kept. */
export type Origin = { kind: 'cell' | 'region'; cell: Cell };

/** Whether somebody can have come from there to here, as fast as an airliner flies. */
export function isPlausible(from: Origin, to: Point, { ms, accuracy }: { ms: number; accuracy: number }): boolean {
  const slack = SHOWN_OFF_KM + Math.min(accuracy / 1_000, INACCURATE_KM) + (from.kind === 'region' ? REGION_KM : 0);
  return kmBetween(centreOf(from.cell), to) <= slack + (AIRLINER_KM_PER_HOUR * ms) / 3_600_000;
}
