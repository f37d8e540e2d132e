import { pinRecord, type PinRecord } from '../../shared/users/pin.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';

export const pinEntity = /* @__PURE__ */ entity({
  name: 'PIN',
  schema: pinRecord,
  key: ({ userId }) => keys.pin(userId),
});

export const loadPin = (userId: string): Promise<PinRecord | undefined> => get(pinEntity, keys.pin(userId));

export const hasPin = async (userId: string): Promise<boolean> => (await loadPin(userId)) !== undefined;
