import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountNumber,
  enteredAccountNumber,
  isMaskedAccountNumber,
  maskAccountNumber,
  accountAbroad,
  bankAccountForm,
  unreadableName,
} from '../../shared/bank-accounts/bank-account.ts';
import {
  isRoutingNumber,
  routingCheckDigit,
  routingNumber,
} from '../../shared/bank-accounts/routing-number.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import { fieldAt } from '../../shared/field-metadata.ts';
import { type AnySchema, withMethods } from '../../shared/schema.ts';
import { hasReadableLetter, transliterate } from '../../shared/transliterate.ts';
import { someRoutingNumber } from '../bank-files/bank-fixtures.ts';

describe('a routing number', () => {
  it('is nine digits with a correct check digit', () => {
    expect(isRoutingNumber('231380104')).toBe(true);
    expect(isRoutingNumber('231380105')).toBe(false);
    expect(isRoutingNumber('23138010')).toBe(false);
    expect(isRoutingNumber('000000000')).toBe(false);
    expect(isRoutingNumber('23138010x')).toBe(false);
    expect(routingCheckDigit('12104288')).toBe(2);
  });

  it('is refused with the message of the form', () => {
    expect(routingNumber.safeParse('231380105').error?.issues[0]?.message).toBe(
      'The Routing Number field is invalid.',
    );
  });

  it('detects every single wrong digit', () => {
    fc.assert(
      fc.property(someRoutingNumber, fc.nat(8), fc.integer({ min: 1, max: 9 }), (routing, place, shift) => {
        const wrong = (Number(routing[place]) + shift) % 10;
        expect(isRoutingNumber(routing)).toBe(true);
        expect(isRoutingNumber(routing.slice(0, place) + wrong + routing.slice(place + 1))).toBe(false);
      }),
    );
  });
});

describe('an account number', () => {
  it('is stored as 4 to 17 digits, and never with an x', () => {
    expect(accountNumber.safeParse('1234').success).toBe(true);
    expect(accountNumber.safeParse('12345678901234567').success).toBe(true);
    for (const wrong of ['123', '123456789012345678', 'xxxx1234', '12 34', '']) {
      expect(accountNumber.safeParse(wrong).success).toBe(false);
    }
  });

  it('can be entered with hidden digits, which mean unchanged', () => {
    expect(enteredAccountNumber.safeParse('xxxx1234').success).toBe(true);
    expect(enteredAccountNumber.safeParse('yyyy1234').success).toBe(false);
    expect(isMaskedAccountNumber('xxxx1234')).toBe(true);
    expect(isMaskedAccountNumber('12345678')).toBe(false);
  });

  it('is shown at its own length with the last four digits; a short one is hidden completely', () => {
    expect(maskAccountNumber('12345678')).toBe('xxxx5678');
    expect(maskAccountNumber('1234')).toBe('xxxx');
  });
});

describe('a name at the bank', () => {
  it.each([
    ['Zoë Núñez', 'Zoe Nunez'],
    ['Øystein Strauß', 'Oystein Strauss'],
    ['Anne\r\nO’Brien  ', "Anne O'Brien"],
    ['李 Wei', '? Wei'],
    ['Юлия Щербакова', 'Iuliia Shcherbakova'],
    ['Андрій Їжакевич', 'Andrii Izhakevich'],
    ['Ђорђе Љубић', 'Dorde Ljubic'],
    ['Γιώργος Ευαγγέλου', 'Giorgos Evangelou'],
    ['Μπέτυ Ξενάκη', 'Bety Xenaki'],
    ['Ευτυχία Αυγέρη', 'Eftychia Avgeri'],
    ['ﬁne  name', 'fine name'],
  ])('%j becomes %j', (name, seen) => {
    expect(transliterate(name)).toBe(seen);
  });

  it("is printable ASCII of the field's width for any name", () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
        expect(transliterate(name, 22)).toMatch(/^[\x20-\x7e]{0,22}$/);
      }),
      { numRuns: 500 },
    );
  });

  it('is unchanged if the bank can read it', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[!-~]+( [!-~]+)*$/), (name) => {
        expect(transliterate(name)).toBe(name);
      }),
    );
  });
});

describe('an account with foreign money movements', () => {
  const values = { routingNumber: '091000019', accountNumber: '12345678', bankAccountType: 0 };
  const saidOf = (changed: object) =>
    bankAccountForm.safeParse({ ...values, ...changed }).error?.issues.map(({ message }) => message);

  it('is refused with a message, whether it is checked or entered as a SWIFT code or IBAN', () => {
    expect(saidOf({ isMoneyFromAbroad: true })).toEqual([accountAbroad]);
    expect(saidOf({ routingNumber: 'DEUTDEFF' })).toEqual([accountAbroad]);
    expect(saidOf({ routingNumber: 'NEDSZAJJXXX' })).toEqual([accountAbroad]);
    expect(saidOf({ accountNumber: 'GB82 WEST 1234 5698 7654 32' })).toEqual([accountAbroad]);
    expect(saidOf({ isMoneyFromAbroad: false })).toBeUndefined();
    expect(saidOf({})).toBeUndefined();
  });

  it('is checked by every endpoint that accepts an account', () => {
    const places = ['', 'bankAccount.', 'withdrawalFromBankAccount.', 'depositToBankAccount.'];
    // SCIM bodies are objects of any shape until they were read
    const requested = endpoints
      .filter(({ protocol }) => protocol !== 'scim')
      .flatMap(({ area, body }) =>
        places.flatMap((place) => {
          if (!body || !has(body, `${place}routingNumber`)) return [];
          const question = withMethods(fieldAt(body, `${place}isMoneyFromAbroad`));
          expect(question.safeParse(true).error?.issues[0]?.message).toBe(accountAbroad);
          return [`${area} ${place}`];
        }),
      );
    expect([...new Set(requested)].toSorted()).toEqual([
      'accounts bankAccount.',
      'enrollment depositToBankAccount.',
      'enrollment withdrawalFromBankAccount.',
      'facilities bankAccount.',
      'partners bankAccount.',
    ]);
  });
});

const has = (schema: AnySchema, path: string): boolean => {
  try {
    return Boolean(fieldAt(schema, path));
  } catch {
    return false;
  }
};

describe('the name on an account', () => {
  const nameOf = (nameOnAccount: string) =>
    bankAccountForm.safeParse({
      nameOnAccount,
      routingNumber: '091000019',
      accountNumber: '12345678',
      bankAccountType: 0,
    });

  it.each(['李伟', '1234', '…', '😀', 'שרה'])(
    '%j has no letter that the bank can read and is refused',
    (name) => {
      expect(nameOf(name).error?.issues[0]?.message).toBe(unreadableName);
      expect(hasReadableLetter(name)).toBe(false);
    },
  );

  it.each(['Zoë Núñez', 'Юлия', 'Σωκράτης', '李 Wei'])('%j is accepted', (name) => {
    expect(nameOf(name).data?.nameOnAccount).toBe(name);
    expect(hasReadableLetter(name)).toBe(true);
  });

  it('is optional and defaults to the name of the payee', () => {
    expect(nameOf('').data).toMatchObject({ nameOnAccount: undefined });
  });
});
