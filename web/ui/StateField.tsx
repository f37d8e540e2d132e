import { states } from '../../shared/states.ts';
import { Field } from './Field.tsx';

const options = states.map(({ name, abbr }) => ({ value: abbr, label: name }));

export const StateField = ({ name }: { name: string }) => <Field name={name} options={options} />;
