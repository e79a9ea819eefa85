import type { BANDS } from '@yonder/contract';
import { cellToLatLng, cellToParent, greatCircleDistance, gridDisk, latLngToCell, UNITS } from 'h3-js';

/** Degrees. */
export interface Point {
  lat: number;
  lng: number;
}
/** An H3 cell of resolution 7: about 5 km². Its centre is all that is ever kept of a location. */
export type Cell = string;
export type Band = (typeof BANDS)[number];

const CELL_RESOLUTION = 7;
const AREA_RESOLUTION = 5;
const DISTRICT_RESOLUTION = 6;
const REGION_RESOLUTION = 4;
const EARTH_RADIUS_KM = 6_371.0072;

export function cellAt({ lat, lng }: Point): Cell {
  return latLngToCell(lat, lng, CELL_RESOLUTION);
}

export function centreOf(cell: Cell): Point {
  const [lat, lng] = cellToLatLng(cell);
  return { lat, lng };
}

/** Returns the parent cell of about 36 km². */
export function districtOf(cell: Cell): string {
  return cellToParent(cell, DISTRICT_RESOLUTION);
}

/** Returns the parent cell of about 250 km², by which people are looked up. */
export function areaOf(cell: Cell): string {
  return cellToParent(cell, AREA_RESOLUTION);
}

/** Returns the parent cell of about 1,770 km², kept for a while after an opt-out. */
export function regionOf(cell: Cell): string {
  return cellToParent(cell, REGION_RESOLUTION);
}

export function kmBetween(one: Point, other: Point): number {
  return greatCircleDistance([one.lat, one.lng], [other.lat, other.lng], UNITS.km);
}

/** Rings of areas that hold every cell within the band, even where areas are smallest. */
const RINGS: Record<Band, number> = { 5: 1, 10: 2, 25: 3, 50: 5 };

export function areasWithin(cell: Cell, band: Band): string[] {
  return gridDisk(areaOf(cell), RINGS[band]);
}

/** Returns the point so many kilometres away; the bearing in radians, clockwise from north. */
export function pointAt({ lat, lng }: Point, { bearing, km }: { bearing: number; km: number }): Point {
  const angle = km / EARTH_RADIUS_KM;
  const from = radians(lat);
  const to = Math.asin(Math.sin(from) * Math.cos(angle) + Math.cos(from) * Math.sin(angle) * Math.cos(bearing));
  const turned = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(from),
    Math.cos(angle) - Math.sin(from) * Math.sin(to),
  );
  return { lat: degrees(to), lng: ((lng + degrees(turned) + 540) % 360) - 180 };
}

function radians(value: number): number {
  return (value * Math.PI) / 180;
}

function degrees(value: number): number {
  return (value * 180) / Math.PI;
}
