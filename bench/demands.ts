/** What is demanded of a figure that a bench prints. */
export interface Demand {
  bench: string;
  /** What it is, in words. */
  says: string;
  /** Where it stands in the printed line. */
  at: readonly string[];
  /** Which of the printed lines, where there are several. */
  where?: Readonly<Record<string, string>>;
  unit: '×' | 'ms' | 'MB' | 'score' | 's' | 'yes or no';
  least?: number;
  most?: number;
  is?: boolean;
}

const reading = (bench: string, kinds: Readonly<Record<string, number>>): Demand[] =>
  Object.entries(kinds).flatMap(([kind, most]): Demand[] => [
    { bench, says: `${kind} with 1,000,000 stored / the floor`, at: [`1000000 ${kind}`, 'ratio'], unit: '×', most },
    { bench, says: `${kind} with the most stored / with the least`, at: ['flat', kind], unit: '×', most: 1.5 },
  ]);

const page = (path: string): Demand[] =>
  (['performance', 'accessibility', 'best-practices'] as const).map((category) => ({
    bench: 'lighthouse',
    says: `${path}: ${category}`,
    at: [category],
    where: { path },
    unit: 'score',
    least: category === 'performance' ? 0.95 : 1,
  }));

const relay = (name: string): Demand => ({
  bench: 'call-setup',
  says: `bare relayed pair / ours, ${name}`,
  at: ['ratio'],
  where: { relay: name },
  unit: '×',
  least: 0.87,
});

export const DEMANDS: readonly Demand[] = [
  { bench: 'match', says: '2,000 join at once: pairs a second / the floor', at: ['ratio'], unit: '×', least: 0.6 },
  {
    bench: 'match',
    says: 'the same / a bare server that stores the same rows',
    at: ['sameWrites', 'ratio'],
    unit: '×',
    least: 0.6,
  },
  { bench: 'match', says: 'from the join until both know, p99', at: ['oursMs', 'p99'], unit: 'ms', most: 100 },
  { bench: 'match', says: 'the same / the floor’s, as 100 ms to 44', at: ['p99Ratio'], unit: '×', most: 2.27 },
  { bench: 'match', says: '200 joins a second: p50 / the floor', at: ['steady', 'medianRatio'], unit: '×', most: 2 },
  { bench: 'match', says: 'the same: mean / the floor', at: ['steady', 'ratio'], unit: '×', most: 2 },
  {
    bench: 'match',
    says: 'the same, of those who wait for nobody (p25)',
    at: ['steady', 'quickRatio'],
    unit: '×',
    most: 2,
  },
  { bench: 'messages', says: '100 pairs: messages a second / the floor', at: ['ratio'], unit: '×', least: 0.75 },
  { bench: 'messages', says: 'from sent to delivered, p99', at: ['oursMs', 'p99'], unit: 'ms', most: 25 },
  { bench: 'messages', says: 'the same / the floor’s, as 25 ms to 13.8', at: ['p99Ratio'], unit: '×', most: 1.81 },
  { bench: 'messages', says: '500 a second: p50 / the floor', at: ['openRatio'], unit: '×', most: 1.5 },
  { bench: 'idle', says: 'memory a person / the floor', at: ['ratio', 'memory'], unit: '×', most: 1.5 },
  { bench: 'idle', says: 'processor time a connect / the floor', at: ['ratio', 'time'], unit: '×', most: 1.5 },
  { bench: 'storm', says: '2,000 dropped, until all are back / the floor', at: ['ratio'], unit: '×', most: 1.5 },
  ...reading('history', { newest: 1.5, deep: 1.5, list: 2 }),
  ...reading('feed', { feed: 2, filtered: 2, comments: 2 }),
  relay('closed'),
  relay('coturn'),
  { bench: 'room', says: '100,000 messages: first paint / of few', at: ['paint', 'ratio'], unit: '×', most: 1.5 },
  {
    bench: 'room',
    says: 'share of frames on time while scrolling',
    at: ['scroll', 'onTime'],
    unit: 'score',
    least: 0.95,
  },
  { bench: 'room', says: 'heap after 5,000 back / before', at: ['heap', 'ratio'], unit: '×', most: 1.2 },
  { bench: 'horizon', says: 'script a frame, the processor 4 × slower', at: ['scriptMs', 'mean'], unit: 'ms', most: 2 },
  { bench: 'memory', says: 'heap, nodes, listeners do not grow', at: ['flat'], unit: 'yes or no', is: true },
  ...page('/'),
  {
    bench: 'lighthouse',
    says: '/: largest paint',
    at: ['largestPaintMs'],
    where: { path: '/' },
    unit: 'ms',
    most: 1_500,
  },
  ...page('/login'),
  ...page('/chats'),
  { bench: 'cold', says: 'installed, to the first page', at: ['firstPageMs', 'existing'], unit: 'ms', most: 3_000 },
  { bench: 'cold', says: 'idle, all processes', at: ['idleMb', 'all'], unit: 'MB', most: 250 },
  {
    bench: 'cold',
    says: 'idle, in the run that has made its database',
    at: ['idleFirstMb', 'all'],
    unit: 'MB',
    most: 250,
  },
  { bench: 'overload', says: 'normal again', at: ['backAfterSeconds'], unit: 's', most: 10 },
  { bench: 'overload', says: 'the call lived', at: ['call', 'lived'], unit: 'yes or no', is: true },
  {
    bench: 'rush',
    says: '2,000 connect to a new server and join at once: none is refused',
    at: ['noneRefused'],
    unit: 'yes or no',
    is: true,
  },
  { bench: 'soak', says: 'the heap grows', at: ['grows'], unit: 'yes or no', is: false },
];

/** Of what is not reached: what bounds it, and what was tried. */
export const BOUNDS: Readonly<Record<string, string>> = {
  match: [
    'Both processors are full while 2,000 people join.',
    '',
    '- Floors: the narrow floor stores one row of four columns a pair. Yonder stores two queue positions of 13 columns, the session and the wake-up; the second floor stores these rows, too. A run has 21 rounds; each system is first in every third one. A ratio is the median of the rounds’ ratios.',
    '- Runs: 8,000 pairs a second and 100 ms are reached on both machines. A: 11,040 to 11,476 pairs a second, 0.63 to 0.68 of the second floor. B: 10,859 and 12,323, 0.64 and 0.66, p99 74 and 69 ms. The same commit differs by a tenth from run to run.',
    '- 200 joins a second: half wait 5 ms for the next join, half for nobody, so p50 is by chance 1.1 to 2.4 of the floor’s; the mean and p25 are compared, too. p25 is 1.3 to 1.5 ms, the narrow floor’s 0.6 to 0.7: ten statements in one round trip ([record 11](decisions/0011-a-turn-of-the-matcher.md)) instead of one.',
    '- A join takes on B 27 µs of the main thread, 7 of V8’s threads, 12 of PostgreSQL and 15 of the driver; on A 32 to 35, 11, 12 and 15. The narrow floor takes 33 in all. 0.6 of its pairs would leave the main thread 18 µs, of which the kernel takes 11 ([profile](../bench/results/match.profile.txt)).',
    '- No gain from: other settings of V8’s collector or fewer of its threads; frames written as one buffer or read in slices of 150; one write for all statements of a transaction; 150 to 500 joins a round instead of 1,000; the checks of a round by one list of people. Without any collection it would be an eighth more, for 128 MB of young generation.',
  ].join('\n'),
  messages: [
    'Both processors are full.',
    '',
    '- Work beside the floor’s: a message is screened for words, contacts and repetition (some 8 µs), sent as an event to two people and answered through the contract ([profile](../bench/results/messages.profile.txt)).',
    '- Throughput: 0.74 to 0.96 of the floor’s in eleven runs, median 0.85 ([record 13](decisions/0013-chats.md)). At 500 a second p50 is 1.16 to 1.71 of the floor’s in some fifty runs; the last six have a median of 1.46.',
    '- p99: 30 to 44 ms in these eleven runs, the floor’s 23 to 38. The demand of 25 ms dates from a floor of 13.8 ms.',
    '- Of the slowest hundredth, half wait in the first 60 ms of a round, when all write at once, or behind 10 ms and more of the event loop; a fifth behind a collection; a fifth for both lanes, 20 to 30 ms, while PostgreSQL fills a new log segment with zeros.',
    '- Not kept: log segments of 1 MB (floor 27 to 20 ms, ours 34 to 31); 32 MB of initial young generation (24 and 27 ms, but 2.3 times the floor’s memory a person); one lane (26 and 32 ms) or four (29 and 30) instead of two; longer or more rounds.',
  ].join('\n'),
  history: [
    'A page takes some 0.2 ms more than the floor’s, newest or deep in the past.',
    '',
    '- The same statement also reads the room’s members, blocks, presence and quotes. The answer is twice as long and goes through the contract.',
    '- PostgreSQL takes 205 to 230 µs, for the floor’s page 70 to 90. Some 13 are locks of sixteen partitions of which one is read, 30 the two people, 50 writing messages as JSON.',
    '- Of the main thread a tenth prepares the answer, and a tenth reads that of PostgreSQL ([profile](../bench/results/history.profile.txt)).',
    '- With a million stored the ratio is 1.31 to 1.48 in eight runs of ten, up to 1.53 and 1.62 in two that asked 3,000 times.',
    '- No gain from: times as numbers, arrays made into JSON at their end, the head of the room as columns. A driver that does not ask again for the columns of a prepared statement would save 10 to 30 µs.',
  ].join('\n'),
  soak: [
    'An hour of 32 people: 178,000 steps and no error, at a load of some 9.',
    '',
    '- Heap snapshots at minutes 10 and 17 differ by what the server caches on purpose: recent messages, against the same words sent to many (at most 20,000; half is dropped every few minutes), and recent recipients.',
    '- With 96 people (`--people 24`) both caches fill within the first quarter, which is not counted. The heap then grew by 0.7 ± 0.5 MB an hour, at 46 MB.',
    '- Other figures of that run are withdrawn: they were entered by hand, and the run lost count of its posts.',
    '- A level over many hours is not shown.',
  ].join('\n'),
  idle: [
    'The server gives back its start-up memory (decisions/0043), so memory a person includes all that the first people need.',
    '',
    '- 14 to 16 KB a person in five runs, since arrivals are read and written in batches; 18 to 21 before.',
    '- A connect adds to the floor’s two writes: the access token, presence and match preferences in batches, the peer’s address, and garbage collection ([profile](../bench/results/idle.profile.txt)).',
  ].join('\n'),
};
