import type { User } from '../../functions/users/user.ts';
import type { Area } from '../../shared/endpoint.ts';
import type { Sent } from './call.ts';
import type { World } from './world.ts';

/** A good request of an endpoint that names the caller's own data, and one that names somebody else's. */
export interface Example {
  own: (world: World, as?: User) => Sent;
  /** Needed wherever the endpoint's data belongs to somebody (its `ownership` is neither `open` nor `own`). */
  other?: (world: World) => Sent;
  /** What nobody has. Needed where `ownership` is `loaded`: it must be refused as `other` is. */
  unknown?: Sent;
}

/** One example per endpoint of an area; the house test walks through all of them with every role. */
export const examplesOf = <Rows extends Area>(_area: Rows, examples: { [Key in keyof Rows]: Example }) =>
  examples;
