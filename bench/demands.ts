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
  match:
    'The narrow floor stores one row of four columns a pair, where we store two places of 13, the session and the wake-up; a bare server that stores those rows, too, is the second floor. 8,000 pairs a second and 100 ms are reached on both machines. On B a join that costs a third less made 12,323 pairs a second, 0.66 of the second floor and 69 ms, and 10,859, 0.64 and 74 ms, where it was 9,095, 0.53 and 95 ms before, within three hours; seven runs of 16 or 18 rounds without the steady part made 11,120 to 13,514, 0.61 to 0.72 and 58 to 74 ms. On A four runs of nine rounds, with six seconds of steady joins after each, made 8,818 to 11,332 pairs a second, 0.50, 0.52, 0.53 and 0.64 of the second floor, p99 75 to 93 ms. What differs most is the floors, 18,000 to 21,000 and 25,000 to 33,000 pairs a second in runs an hour apart. So a run has 21 rounds since then, all of them before the steady ones, each system is first in every third round, and a ratio is the median of the rounds’ own, not the quotient of the medians; three such runs on A, the floors still first each time, made 11,040 to 11,460 pairs a second, 0.63, 0.65 and 0.65 (as quotients 0.61 to 0.63), and two with the turns 11,243 and 11,476, 0.64 and 0.68. At two hundred a second half wait 5 ms for the next one, whatever the server does, and half for nobody: the median is of the one half or the other by chance (1.1 to 2.4 of the floor’s in nine runs), so the mean is compared, too, and the quarter’s time, of those who wait for nobody: 1.3 to 1.5 ms where the narrow floor has 0.6 to 0.7, ten statements in one round trip ([record 11](decisions/0011-a-turn-of-the-matcher.md)) instead of one. Both processors are full while two thousand join, so what counts is all that is done for a join: on B some 27 µs by our main thread, 7 by V8’s own threads, which collect and compile, 12 by PostgreSQL and 15 by the driver; on A 32 to 35, 11, 12 and 15. The narrow floor needs 33 in all, of which the driver has 15, and has gained, too: 24,000 to 28,500 pairs a second, where PEERS.md measured 14,487; 0.6 of that would leave our main thread 18 µs, of which the kernel takes 11 for reading, waiting and writing ([profile](../bench/results/match.profile.txt)). What was found with a sampling profiler of the whole process: an eighth of the main thread’s time went into page faults, most of them for what waits and for what collections copy; the schema of a call’s frame took a tenth of all, a new call’s view a tenth of the main thread’s time (made, looked through and written, each alias made a key of V8’s), a name looked up in four tables and a limit’s joined key a twentieth. What a join keeps until it is answered went from 4.1 to 2.8 KB, what it allocates from 19 to 14 KB. Tried without a gain, some of it before: collection by one thread, no parallel scavenging, no concurrent marking, the minor collector that marks and sweeps, a young generation that grows by four; frames written past ws as one buffer; one write for all statements of a transaction; 150 to 500 joins a turn instead of 1,000; collecting what is young whenever there is little to do; frames read in slices of 150; the checks of a turn by one list of people; fewer of V8’s own threads. Without any collection, which takes 128 MB for the young generation alone, it would be an eighth more. No figure of it is steady: the same commit differs by a tenth from run to run.',
  messages:
    'Both processors are full here, too. Beside what the floor does a message is looked at for words, contacts and repetition (some 8 µs), told to two people by name of an event and answered through the contract ([profile](../bench/results/messages.profile.txt)). Until texts into open rooms had a lean statement (decisions/0013) ours made 0.64 to 0.92 in some forty runs; with it 0.74 to 0.96 in eleven whose middle one has 0.85, in an hour in which without it, in turns, it was 0.74 and 0.76. p99 was 30 to 44 ms in these eleven, the floor’s own 23 to 38; in hours in which the floor was quicker 25 to 31 of 20 to 24 without it, and 27 to 32 of 23 to 25 with it (five runs, at 0.80 to 0.97 of the floor’s messages). 14 had been measured when 25 was demanded of ours. With one lane instead of two ours was 26 and 32 ms, with four 29 and 30. Of the slowest hundredth of a round of 2.5 s, looked at one by one, half wait in its first 60 ms, when all write at once, or behind a turn of the event loop of 10 ms and more; a fifth behind a collection; a fifth for both lanes at once, 20 to 30 ms, while PostgreSQL fills a new segment of its log with zeros. With segments of 1 MB instead of 16 the floor’s p99 falls from 27 ms to 20, ours from some 34 to 31 (three and four runs); so it is left as it comes. Told by an argument to begin with 32 MB for the young generation, 24 and 27 ms in two; but memory a person is then 2.3 times the floor’s, and with 32 or 64 MB at most instead of at least nothing is gained. Since the heap is collected less often (decisions/0043) nobody waits for all of it twice a second: 43 to 78 ms before. In an hour in which the floor’s own p99 was 26 to 32 ms ours was 33 to 45, at 0.79 to 0.91 of its messages, in four runs; rounds four times as long, or three times as many, are no better. At 500 a second it was 1.47 to 1.97 of the floor’s until a text that comes alone had a statement of its own; since then 1.16 to 1.71 in some fifty runs, of which the last six had 1.24 to 1.67 and the middle 1.46.',
  history:
    'A page takes some 0.2 ms more than the floor’s, the newest as one deep in the past: whose room it is, who is blocked, who is here and what is quoted is read in the same statement, and the answer, twice as long as the floor’s, goes through the contract. Of our main thread a tenth prepares what may be told and as much again reads the answer of PostgreSQL ([profile](../bench/results/history.profile.txt)). PostgreSQL takes 205 to 230 µs for it where the floor’s page takes 70 to 90, and took 20 more until what few messages have came with those alone: some 13 are the locks of sixteen partitions of which one is read, 30 the two people, 50 writing the messages as JSON. Before that it was 1.47 to 1.53 of the floor’s with a million stored in two runs, since then 1.31 to 1.48 in eight of ten, and up to 1.53 and 1.62 in two that asked 3,000 times. In three of them the floor’s own page deep in the past took 2 to 3 ms, by another plan; its ratio is not counted. Tried without a gain: times as numbers, arrays made into JSON at their end, the head of the room as columns. A driver that does not ask anew what columns a prepared statement has saves 10 to 30 µs (tried beside the product): left.',
  soak: 'An hour of 32 people, 178,000 steps and no error, at a load of some 9. Two snapshots of the heap, at minutes 10 and 17, differ by what is remembered on purpose: what was said last, by whom and where (at most 20,000 messages, against the same words sent to many; half of it goes every few minutes, which is the saw in the figures), and whom messages went to last. With 96 people (`--people 24`), whose hour fills both within the first quarter, which is not counted, the heap grew by 0.7 ± 0.5 MB an hour, at 46 MB; what stood here of that run, at loads of 3 to 14, had been entered by hand and is withdrawn: 271,000 steps, of which 7,500 were refused as the server was busy and one decision came late, and 113,700 posts of too many, since the run lost count of its own with the first answer that did not come. It asks for them now. A level over many hours is not shown.',
  idle: 'Memory a person is counted from what the server holds when it is ready, and since what it took to start is given back then (decisions/0043), all that the first people need counts as theirs: 18 to 21 KB in seven runs, 1.43 to 1.74 of the floor’s, and 9 in one without that. Since a crowd that comes is gathered, so that it is written and read about in fewer statements, 14 to 16 KB in five. Of letting somebody in, two writes to the socket are the floor’s, too. Ours beside it: the bearer, presence and what they may be matched by, read and written in batches, the address of the peer, and collecting what that leaves ([profile](../bench/results/idle.profile.txt)).',
};
