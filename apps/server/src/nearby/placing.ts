import { createHmac } from 'node:crypto';
import { cellAt, centreOf, districtOf, kmBetween, pointAt, type Cell, type Point } from './geometry.ts';

/** Movement within this distance of the shown cell does not change it. */
const KEPT_WITHIN_KM = 3;
const OFFSET_KM = { least: 1, span: 1 };
const AIRLINER_KM_PER_HOUR = 1_000;
/** Maximum distance between a user and the cell shown. */
const SHOWN_OFF_KM = 4;
/** Maximum distance from a region's centre to a corner, where regions are largest. */
const REGION_KM = 32;
/** Cap on the inaccuracy that a device may report. */
const INACCURATE_KM = 50;

interface Placing {
  userId: string;
  /** The server's: without it an offset cannot be computed. */
  secret: Buffer;
  /** The cell shown until now. */
  before: Cell | null;
}

/**
 * Returns the cell shown for a user at this point. Each user has one secret offset of 1 to 2 km per district, so a
 * daily return home shows one cell: many cells would centre on the home. Never the user's own cell, hence at least a
 * kilometre away.
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

/** Where a user was: the cell shown then, or only the region around it. */
export type Origin = { kind: 'cell' | 'region'; cell: Cell };

/** Whether a user can have travelled from there to here at an airliner's speed. */
export function isPlausible(from: Origin, to: Point, { ms, accuracy }: { ms: number; accuracy: number }): boolean {
  const slack = SHOWN_OFF_KM + Math.min(accuracy / 1_000, INACCURATE_KM) + (from.kind === 'region' ? REGION_KM : 0);
  return kmBetween(centreOf(from.cell), to) <= slack + (AIRLINER_KM_PER_HOUR * ms) / 3_600_000;
}
