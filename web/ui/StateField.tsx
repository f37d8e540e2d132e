import { states } from '../../shared/states.ts';
import { Field } from './Field.tsx';

const options = states.map(({ name, abbr }) => ({ value: abbr, label: name }));

/** A searchable US state field; its options load with the pages that use it. */
export const StateField = ({ name }: { name: string }) => <Field name={name} options={options} />;
