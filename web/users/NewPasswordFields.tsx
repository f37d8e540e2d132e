import { maxPassphrase } from '../../shared/fields.ts';
import { Field } from '../ui/Field.tsx';

export const NewPasswordFields = ({
  name = 'password',
  max = maxPassphrase,
}: {
  name?: 'password' | 'newPassword';
  max?: number;
}) => (
  <>
    <Field
      name={name}
      autoComplete="new-password"
      width="medium"
      hint={`8 to ${max} characters, with at least one letter and one digit, and without your name.`}
    />
    <Field name="confirmPassword" autoComplete="new-password" width="medium" />
  </>
);
