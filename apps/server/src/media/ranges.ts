import type { ByteRange } from './object-store.ts';

/** Parses a Range header: 'all' without one, for another unit or for several ranges, which a server may answer so. */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'all' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '') return last === '0' || size === 0 ? 'unsatisfiable' : tail(Number(last), size);
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < from) return 'all';
  return from < size ? { from, to } : 'unsatisfiable';
}

function tail(length: number, size: number): ByteRange {
  return { from: Math.max(0, size - length), to: size - 1 };
}
