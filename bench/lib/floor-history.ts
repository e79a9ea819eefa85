/* The floor of `bench history`: reads a page and the chat list. */
import { serveFloor } from './floor.ts';

const PAGE = {
  name: 'page',
  text: 'SELECT * FROM message WHERE room_id = $1 AND seq < $2 ORDER BY seq DESC LIMIT 50',
};
const LIST = {
  name: 'list',
  text: `SELECT r.* FROM seat s JOIN room r ON r.id = s.room_id WHERE s.user_id = $1 ORDER BY s.listed_at DESC LIMIT 50`,
};

serveFloor(({ type, room, person, before }) =>
  type === 'page' ? { ...PAGE, values: [room, before] } : { ...LIST, values: [person] },
);
