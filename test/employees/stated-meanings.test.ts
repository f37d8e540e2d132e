import { describe, expect, it, test } from 'vitest';
import { deliveryLimits, readLeavers } from '../../functions/employees/changes/read-file.ts';
import { leftOutNotes, openEmployees, validateRows } from '../../functions/employees/read-employees.ts';
import { readablePhone, readableState } from '../../shared/employees/readable-values.ts';
import { text, workbookOfSheets } from '../platform/sheets/make-workbook.ts';
import { maskSocialSecurityNumbers, visibleEmail } from '../../shared/visible-text.ts';
import { splitNames } from '../../shared/employees/split-names.ts';

// Meanings that files of employers state in their own words: states, last days, dependents, and names.

const today = '2026-11-20';
const reading = { columns: {}, ignored: [], dateOrder: null };
const file = (content: string) => ({ name: 'people.csv', bytes: Buffer.from(content) });

const rowsOf = async (content: string) =>
  validateRows(await openEmployees(file(content), {}, deliveryLimits), reading, today);

/** Returns the departure of a person with a value in a column of this title. */
const departureOf = async (title: string, value: string) => {
  const rows = await rowsOf(
    `First Name,Last Name,Email,${title}\nDana,Whitlock,dana@larkspur.test,${value}\nJo,Ames,jo@larkspur.test,\n`,
  );
  return rows[0]?.departure;
};

const leaverOf = async (title: string, value: string, more = '') => {
  const content = `Email,${title}${more && ',Rehire Date'}\ndana@larkspur.test,"${value}"${more && `,${more}`}\n`;
  return (await readLeavers(file(content), deliveryLimits, reading, today)).lines[0];
};

describe('a status behind a type of employment', () => {
  test.each(['Full Time - Terminated', 'FT Terminated', 'Regular - Resigned', 'Part Time (Terminated)'])(
    'names a leaver: %s',
    async (value) => {
      expect(await departureOf('Employment Status', value)).toMatchObject({ kind: 'left' });
    },
  );

  test.each(['Full Time', 'Full Time - LOA', 'Temporary Layoff', 'Seasonal', 'Active - Terminated'])(
    'names none: %s',
    async (value) => {
      expect(await departureOf('Employment Status', value)).toBeUndefined();
    },
  );
});

describe('files in other languages', () => {
  test.each([
    ['Nombre,Apellidos,Correo electrónico,Estado,Fecha de baja', 'Activo', 'Baja', '30/09/2026'],
    ['Vorname,Nachname,E-Mail-Adresse,Status,Austrittsdatum', 'Aktiv', 'Ausgetreten', '30.09.2026'],
    ['Prénom,Nom,Courriel,Statut,Date de départ', 'Actif', 'Parti', '30/09/2026'],
  ])('add employees and no leavers: %s', async (titles, active, left, day) => {
    const rows = await rowsOf(
      `${titles}\nAna,García,ana@larkspur.test,${active},\nLuis,Pérez,luis@larkspur.test,${left},${day}\n`,
    );
    expect(rows[0]?.employee).toMatchObject({ firstName: 'Ana', lastName: 'García' });
    expect(rows[1]).toMatchObject({ employee: null, departure: { kind: 'left', lastDay: '2026-09-30' } });
  });
});

describe('a last day in a leavers file', () => {
  test.each([
    'Term Date (MM/DD/YYYY)',
    'Termination Date - Effective',
    'Term Eff Date',
    'LWD',
    'Last Physical Day',
    'Last Day Employed',
    'Retirement Date',
    'Coverage Term Date',
    'Exit',
    'Fecha de terminación',
  ])('is read from “%s”', async (title) => {
    expect(await leaverOf(title, '12/31/2026')).toMatchObject({ lastDay: '2026-12-31' });
  });

  it('may be a later day in a column that is not read, so that no membership ends today', async () => {
    expect(await leaverOf('Effective Date', '12/31/2026')).toMatchObject({
      problem: 'Effective Date “12/31/2026” may be the last day. Rename the column “Last Day”, or remove it.',
    });
    expect(await leaverOf('Effective Date', '10/31/2026')).toMatchObject({ lastDay: '' });
    expect(await leaverOf('Final Paycheck', '12/31/2026')).toMatchObject({ lastDay: '' });
  });

  it('that is not used ends no membership today', async () => {
    expect((await leaverOf('Last Day', '12/31/2030'))?.problem).toBe(
      'Last Day “12/31/2030” is more than a year ahead and was not used.',
    );
    expect((await leaverOf('Last Day', '03/01/2024', '06/01/2025'))?.problem).toBe(
      'Last Day 03/01/2024 is before the hire date and was not used.',
    );
  });
});

describe('the day of a status', () => {
  test.each(['Status Date', 'Status Effective Date', 'Last Status Change', 'Effective Date', 'Leave Date'])(
    'ends no membership of an employee: %s',
    async (title) => {
      expect(await departureOf(title, '10/31/2026')).toBeUndefined();
      expect(await departureOf(`Status,${title}`, 'Active,10/31/2026')).toBeUndefined();
    },
  );

  it('is the last day of a leaver', async () => {
    expect(await departureOf('Status,Status Effective Date', 'Terminated,12/15/2026')).toMatchObject({
      kind: 'left',
      lastDay: '2026-12-15',
    });
    const { lines } = await readLeavers(
      file('Email,Status,Effective Date\ndana@larkspur.test,Terminated,12/15/2026\n'),
      deliveryLimits,
      reading,
      today,
    );
    expect(lines[0]?.lastDay).toBe('2026-12-15');
  });
});

describe('repeated titles', () => {
  it('of columns that are not read refuse no file', async () => {
    const rows = await rowsOf(
      'First Name,Last Name,Email,Review,Review\nDana,Ames,dana@larkspur.test,Good,Better\n',
    );
    expect(rows[0]?.employee).toMatchObject({ email: 'dana@larkspur.test' });
  });

  it('are one column if no row has two values, and otherwise refused', async () => {
    const titles = 'First Name,Last Name,Email,Phone,Phone';
    const rows = await rowsOf(
      `${titles}\nDana,Ames,dana@larkspur.test,,612-555-0100\nJo,Ames,jo@larkspur.test,612-555-0101,\n`,
    );
    expect(rows.map(({ employee }) => employee?.phone)).toEqual(['612-555-0100', '612-555-0101']);
    await expect(
      rowsOf(`${titles}\nDana,Ames,dana@larkspur.test,612-555-0100,612-555-0101\n`),
    ).rejects.toThrow('The title "Phone" occurs twice, again in E1.');
  });
});

describe('social security numbers', () => {
  test.each(['Número de Seguro Social', 'SS', 'Numéro de sécurité sociale'])(
    'are recognized by the title %s',
    async (title) => {
      const sheet = await openEmployees(
        file(`First Name,Last Name,Email,${title}\nDana,Ames,dana@larkspur.test,123456789\n`),
        {},
        deliveryLimits,
      );
      expect(sheet.header).not.toContain(title);
      expect(JSON.stringify(sheet.rows)).not.toContain('123456789');
    },
  );

  it('are masked behind other labels', () => {
    expect(maskSocialSecurityNumbers('soc sec 123456789', 'x')).toBe('soc sec x');
    expect(maskSocialSecurityNumbers('Seguro social: 123 456 789', 'x')).toBe('Seguro social: x');
  });
});

describe('addresses', () => {
  test.each([
    'Dana Whitlock <dana@larkspur.test>',
    '<dana@larkspur.test>',
    'dana@larkspur.test;',
    'mailto:dana@larkspur.test,',
  ])('are read from %s', async (text) => {
    const rows = await rowsOf(`First Name,Last Name,Email\nDana,Whitlock,"${text}"\n`);
    expect(rows[0]?.employee?.email).toBe('dana@larkspur.test');
  });

  it('have ordinary hyphens', () => {
    expect(visibleEmail('dana@lark\u2011spur.test')).toBe('dana@lark-spur.test');
  });
});

describe('a key fob number of a leaver', () => {
  it('can have separators', async () => {
    const { lines } = await readLeavers(
      file('Key Fob\n001-2345\n1.00E+05\n'),
      deliveryLimits,
      reading,
      today,
    );
    expect(lines.map(({ fields }) => fields.keyFob)).toEqual(['0012345', '1.00E+05']);
  });
});

describe('a workbook of employees and leavers', () => {
  const titles = `<row>${['First Name', 'Last Name', 'Email'].map(text).join('')}</row>`;
  const sheetOf = (email: string) => `<row>${['Dana', 'Ames', email].map(text).join('')}</row>`;
  const xml = (rows: string) =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
  const bookOf = (left: string, active: string) => ({
    name: 'people.xlsx',
    bytes: workbookOfSheets({
      [left]: xml(titles + sheetOf('left@larkspur.test')),
      [active]: xml(titles + sheetOf('active@larkspur.test')),
    }),
  });

  test.each(['Terminated', 'Inactive', 'Former employees', 'Nov terms'])(
    'adds no rows of the sheet “%s”, and names it',
    async (left) => {
      const sheet = await openEmployees(bookOf(left, 'Active'), {}, deliveryLimits);
      expect(sheet.rows.map(({ cells }) => cells.Email)).toEqual(['active@larkspur.test']);
      expect(sheet.notes).toEqual([`Only the sheet “Active” was read. Not read: ${left}.`]);
    },
  );

  it('ends no membership of the sheet of employees', async () => {
    const { bytes } = bookOf('Active employees', 'Terminations');
    const { lines } = await readLeavers({ name: 'people.xlsx', bytes }, deliveryLimits, reading, today);
    expect(lines.map(({ fields }) => fields.email)).toEqual(['active@larkspur.test']);
  });
});

describe('rows of notes and totals', () => {
  it('are ignored and named', async () => {
    const sheet = await openEmployees(
      file(
        'First Name,Last Name,Email\nDana,Ames,dana@larkspur.test\n* LOA employees are included,,\nConfidential - do not distribute,,\nCount: 1,,\nGrand Total,1 employees,\n',
      ),
      {},
      deliveryLimits,
    );
    expect(sheet.rows).toHaveLength(1);
    expect(sheet.notes).toEqual([
      'Ignored total row: line 5 (Count: 1).',
      'Ignored total row: line 6 (Grand Total 1 employees).',
      'Ignored note: line 3 (* LOA employees are included).',
      'Ignored note: line 4 (Confidential - do not distribute).',
    ]);
  });

  it('are no names or key fobs', async () => {
    const rows = await rowsOf('First Name,Last Name,Email\nDana,,\nTotal Ames,,jo@larkspur.test\n');
    expect(rows).toHaveLength(2);
    const { lines } = await readLeavers(
      file('Key Fob,Last Day\n*0012345*,\n'),
      deliveryLimits,
      reading,
      today,
    );
    expect(lines.map(({ fields }) => fields.keyFob)).toEqual(['0012345']);
  });
});

describe('a column of actions', () => {
  it('names leavers and others', async () => {
    expect(await departureOf('Action', 'Term')).toMatchObject({ kind: 'left' });
    const { lines } = await readLeavers(
      file('Email,Action\ndana@larkspur.test,Keep\njo@larkspur.test,Remove\n'),
      deliveryLimits,
      reading,
      today,
    );
    expect(lines.map(({ problem }) => problem)).toEqual(['Action “Keep” is no leaver.', undefined]);
  });
});

describe('a column of relationships', () => {
  it('adds no dependents', async () => {
    const rows = await rowsOf(
      'First Name,Last Name,Email,Relationship\nDana,Ames,dana@larkspur.test,Employee\nPat,Ames,pat@home.test,Spouse\n',
    );
    expect(rows.map(({ reason }) => reason)).toEqual([
      '',
      'Relationship “Spouse” is no employee. Dependents are not added.',
    ]);
  });

  it('of emergency contacts is not read', async () => {
    expect(await departureOf('Relationship', 'Spouse')).toBeUndefined();
  });
});

describe('errors of Excel', () => {
  it('are neither names nor employee numbers', async () => {
    const rows = await rowsOf(
      'First Name,Last Name,Email,Employee ID\nDana,Ames,dana@larkspur.test,#N/A\nJo,Ames,jo@larkspur.test,########\n#N/A,Ames,lu@larkspur.test,1\n',
    );
    expect(rows.map(({ employee }) => employee?.employeeNumber)).toEqual([undefined, undefined, undefined]);
    expect(leftOutNotes(rows)).toEqual(['Employee Number omitted: “#N/A” (line 2) and “########” (line 3).']);
    expect(rows[2]?.reason).toBe('First Name is not valid. Write a name with letters.');
  });
});

describe('cells of a row', () => {
  it('in several lines are one line', async () => {
    const rows = await rowsOf(
      'First Name,Last Name,Email,Address\n"Mary\nAnn",Ames,mary@larkspur.test,"1 Main St\r\nApt 2"\n',
    );
    expect(rows[0]?.employee).toMatchObject({ firstName: 'Mary Ann', address1: '1 Main St Apt 2' });
  });

  test.each([
    ['tel:+1-612-555-0100;ext=5', '+1 612-555-0100'],
    ['612-555-0166, 27', '(612) 555-0166'],
    ['６１２-５５５-０１６４', '(612) 555-0164'],
  ])('such as the phone number %s are read', (sent, expected) => {
    expect(readablePhone(sent)).toBe(expected);
  });

  test.each([
    ['U.S. Virgin Islands', 'VI'],
    ['N. Dakota', 'ND'],
    ['S Carolina', 'SC'],
    ['W. Va.', 'WV'],
    ['Armed Forces Europe', 'AE'],
  ])('such as the state %s are read', (sent, expected) => {
    expect(readableState(sent)).toBe(expected);
  });
});

describe('whole names', () => {
  it('have the order of their title', () => {
    expect(splitNames(['Whitlock Dana', 'de la Cruz Maria'], 'Last First')).toEqual([
      { firstName: 'Dana', lastName: 'Whitlock' },
      { firstName: '', lastName: '' },
    ]);
    expect(splitNames(['Whitlock, Dana', 'Imre Kovacs'], 'Name (Last, First)')).toEqual([
      { firstName: 'Dana', lastName: 'Whitlock' },
      { firstName: '', lastName: '' },
    ]);
  });

  it('have particles before saints', () => {
    expect(splitNames(['Jo St. John'])).toEqual([{ firstName: 'Jo', lastName: 'St. John' }]);
  });
});
