import { Field } from '../ui/Field.tsx';

export const UserFields = ({ emailHint }: { emailHint?: string }) => (
  <div className="form-grid">
    <Field name="firstName" autoComplete="off" />
    <Field name="lastName" autoComplete="off" />
    <Field name="email" autoComplete="off" hint={emailHint} />
  </div>
);

export const linkGoesHere = 'The link to choose a password is emailed here.';
