import type { User } from '../../functions/users/user.ts';
import type { Area } from '../../shared/endpoint.ts';
import type { Sent } from './call.ts';
import type { World } from './world.ts';

/** A valid request for the caller's own data, and one for data of another owner. */
export interface Example {
  own: (world: World, as?: User) => Sent;
  /** Required if the endpoint's data has an owner (`ownership` is neither `open` nor `own`). */
  other?: (world: World) => Sent;
  /** A request for a missing record. Required if `ownership` is `loaded`: it must be refused like `other`. */
  unknown?: Sent;
}

/** One example per endpoint of an area; test/architecture/roles.test.ts sends each with every role. */
export const examplesOf = <Rows extends Area>(_area: Rows, examples: { [Key in keyof Rows]: Example }) =>
  examples;
