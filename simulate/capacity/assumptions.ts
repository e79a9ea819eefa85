/** What nobody can measure here. Each is an option of the command; prices are of the month, in US dollars, and rough. */
export const ASSUMPTIONS = {
  connectedShare: { value: 0.1, what: 'of the people of a day are connected in its busiest minute' },
  callingShare: { value: 0.3, what: 'of those are in a voice call' },
  callSeconds: { value: 200, what: 'a call lasts, on average' },
  signalsPerJoin: { value: 12, what: 'offers, answers and candidates a side' },
  messagesPerMinute: { value: 0.6, what: 'written by somebody connected' },
  asksPerMinute: { value: 4, what: 'other questions of somebody connected; each taken to cost what a signal does' },
  connectsPerHour: { value: 6, what: 'times somebody connected comes anew: reloads, phones, networks' },
  messagesPerDay: { value: 40, what: 'written by one person' },
  keptDays: { value: 365, what: 'a message is kept, on average' },
  meanOfPeak: { value: 0.5, what: 'of the busiest minute is what a whole month averages' },
  busyShare: {
    value: 0.5,
    what: 'of a processor may be used in the busiest minute; the rest is for the node that fails',
  },
  systemKilobytes: { value: 24, what: 'a socket takes beside the process: buffers of the system, TLS in front' },
  copies: { value: 3, what: 'of the database are kept: a writer and two that follow' },
  machineCores: { value: 8, what: 'processors of a machine' },
  machineGigabytes: { value: 32, what: 'memory of a machine' },
  machineMegabits: { value: 5_000, what: 'a machine may send, in Mbit/s' },
  writerCores: { value: 64, what: 'processors of the largest writer' },
  writerTerabytes: { value: 16, what: 'one writer holds well' },
  machineDollars: { value: 150, what: 'a machine' },
  terabyteDollars: { value: 5, what: 'sent to the internet, by the TB' },
  storedDollars: { value: 100, what: 'a TB on fast disks' },
} as const;

export type Assumptions = { readonly [Name in keyof typeof ASSUMPTIONS]: number };

export function defaults(): Assumptions {
  return Object.fromEntries(Object.entries(ASSUMPTIONS).map(([name, { value }]) => [name, value])) as Assumptions;
}
