import { text } from './fields.ts';

/** Why a person does something that its audit event keeps a reason of: 10 to 300 symbols. */
export const reasonText = () => text('Reason', { min: 10, max: 300 });
