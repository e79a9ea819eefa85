/** What `npm test` runs, or with FULL=1 all of it: minutes more, for whoever works on what it is about. */
export const SIZE = process.env['FULL'] === '1' ? 'full' : 'small';
