import type { Portrait } from './portrait.ts';

/** A demo user: their account at the local provider, their profile, and how they look. */
export interface SeededPerson {
  subject: string;
  name: string;
  birthDate: string;
  region: string;
  languages: readonly string[];
  timezone: string;
  bio: string;
  interests: readonly string[];
  isPaid: boolean;
  portrait: Portrait;
  /** Set for users that can be found nearby on the first day. */
  nearby?: { lat: number; lng: number };
}

export const SEEDED_PEOPLE: readonly SeededPerson[] = [
  {
    subject: 'wei',
    name: 'Wei',
    birthDate: '1996-04-18',
    region: 'TW-TPE',
    languages: ['zh-TW', 'en'],
    timezone: 'Asia/Taipei',
    nearby: { lat: 25.033, lng: 121.543 },
    bio: 'Night buses, film cameras and very long walks.',
    interests: ['photography', 'city walks', 'film'],
    isPaid: false,
    portrait: {
      hair: 'crop',
      hairColours: ['#1f1b22', '#332c38'],
      skin: 'fair',
      top: ['#30586e', '#254759'],
      backdrop: ['#f1a65a', '#f7c98f', '#d8743c'],
      sunSide: 'right',
      extras: ['glasses'],
    },
  },
  {
    subject: 'mei',
    name: 'Mei-Lin',
    birthDate: '1998-09-02',
    region: 'TW-KHH',
    languages: ['zh-TW', 'en'],
    timezone: 'Asia/Taipei',
    // At the harbour of Keelung for the day.
    nearby: { lat: 25.13, lng: 121.741 },
    bio: 'I collect field recordings of harbours.',
    interests: ['sound', 'harbours', 'cycling'],
    isPaid: false,
    portrait: {
      hair: 'bob',
      hairColours: ['#26202b', '#3a3140'],
      skin: 'fair',
      top: ['#e4572e', '#c2421d'],
      backdrop: ['#f4b942', '#f7d37e', '#ee8f3b'],
      sunSide: 'left',
    },
  },
  {
    subject: 'kai',
    name: 'Kai',
    birthDate: '1991-01-27',
    region: 'JP-13',
    languages: ['ja', 'en'],
    timezone: 'Asia/Tokyo',
    bio: 'Bakes bread before sunrise, answers questions after.',
    interests: ['baking', 'mornings', 'jazz'],
    isPaid: true,
    portrait: {
      hair: 'side',
      hairColours: ['#2b2118', '#43342a'],
      skin: 'tan',
      top: ['#f0ead8', '#d6cdb4'],
      backdrop: ['#3f6d8e', '#5d8fb0', '#f2b25c'],
      sunSide: 'right',
    },
  },
  {
    subject: 'ama',
    name: 'Ama',
    birthDate: '1989-11-13',
    region: 'GH-AA',
    languages: ['en'],
    timezone: 'Africa/Accra',
    bio: 'Teaches swimming and believes everyone can float.',
    interests: ['swimming', 'teaching', 'cooking'],
    isPaid: true,
    portrait: {
      hair: 'afro',
      hairColours: ['#21171a', '#33252a'],
      skin: 'dark',
      top: ['#f2b632', '#d4961a'],
      backdrop: ['#d95d4a', '#ea8068', '#f6c38f'],
      sunSide: 'left',
    },
  },
  {
    subject: 'noor',
    name: 'Noor',
    birthDate: '2001-06-30',
    region: 'AE-DU',
    languages: ['ar', 'en'],
    timezone: 'Asia/Dubai',
    bio: 'Draws maps of places that do not exist yet.',
    interests: ['maps', 'drawing', 'astronomy'],
    isPaid: false,
    portrait: {
      hair: 'scarf',
      hairColours: ['#1f6f78', '#2f8f96'],
      skin: 'tan',
      top: ['#174f57', '#123f46'],
      backdrop: ['#f2c6a5', '#f7dcc6', '#e59f78'],
      sunSide: 'left',
    },
  },
  {
    subject: 'mateo',
    name: 'Mateo',
    birthDate: '1978-03-05',
    region: 'ES-MD',
    languages: ['es', 'en'],
    timezone: 'Europe/Madrid',
    bio: 'Repairs accordions. Slowly.',
    interests: ['accordions', 'repairing', 'hiking'],
    isPaid: false,
    portrait: {
      hair: 'crop',
      hairColours: ['#3a2417', '#553723'],
      skin: 'brown',
      top: ['#2f5d50', '#234a3f'],
      backdrop: ['#cfe0b4', '#e3efcf', '#8fb56a'],
      sunSide: 'right',
      extras: ['beard'],
    },
  },
];
