import { states } from '../../shared/states.ts';
import { Field } from './Field.tsx';

const options = states.map(({ name, abbr }) => ({ value: abbr, label: name }));

/** A state of an address, found by its name or code; the list is loaded with the pages that have one. */
export const StateField = ({ name }: { name: string }) => <Field name={name} options={options} />;
