/** The scroll position in a room: at the newest message, or at a row, `offset` px from the top of the screen. */
export type ScrollPlace = { kind: 'newest' } | { kind: 'row'; key: string; offset: number };

const places = new Map<string, ScrollPlace>();

/** Remembered for as long as the page lives. */
export function rememberPlace(chatRoomId: string, place: ScrollPlace): void {
  places.set(chatRoomId, place);
}

export function placeIn(chatRoomId: string): ScrollPlace | undefined {
  return places.get(chatRoomId);
}
