export { makeLoadUsers, type LoadUser } from './load-users.ts';
export { seedWorld, unseedWorld, type World } from './world.ts';
