import { Field } from '../ui/Field.tsx';

export const NewPasswordFields = ({ name = 'password' }: { name?: 'password' | 'newPassword' }) => (
  <>
    <Field
      name={name}
      autoComplete="new-password"
      width="medium"
      hint="8 to 30 symbols, with at least one letter and one digit."
    />
    <Field name="confirmPassword" autoComplete="new-password" width="medium" />
  </>
);
