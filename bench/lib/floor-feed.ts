/* The floor of `bench feed`: reads the rows of a feed or of a list of comments. */
import { serveFloor } from './floor.ts';

const FEED = { name: 'feed', text: 'SELECT * FROM post WHERE region = $1 ORDER BY id DESC LIMIT 32' };
const COMMENTS = { name: 'comments', text: 'SELECT * FROM comment WHERE post_id = $1 ORDER BY id DESC LIMIT 20' };

serveFloor(({ type, region, post }) =>
  type === 'feed' ? { ...FEED, values: [region] } : { ...COMMENTS, values: [post] },
);
