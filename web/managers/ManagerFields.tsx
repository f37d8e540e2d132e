import { Field } from '../ui/Field.tsx';

/** Names and email of a manager. */
export const ManagerFields = ({ emailHint }: { emailHint?: string }) => (
  <div className="form-grid">
    <Field name="firstName" autoComplete="off" />
    <Field name="lastName" autoComplete="off" />
    <Field name="email" autoComplete="off" hint={emailHint} />
  </div>
);
