import type { nearbyCallables as contract } from '@yonder/contract';
import { command, query, type Handlers } from '../platform/dispatcher.ts';
import type { NearbyService } from './service.ts';

export type NearbyCallable = keyof typeof contract;

export function nearbyCallables(service: NearbyService): Handlers<NearbyCallable> {
  return {
    updateLocation: command(service.place),
    forgetLocation: command(service.forget),
    findNearbyUsers: query(service.find),
    sayHello: command(service.sayHello),
    acceptHello: command(service.acceptHello),
  };
}
