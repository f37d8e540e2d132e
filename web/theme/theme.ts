import type { Theme } from '@aws-amplify/ui-react';
import { dark, light, paper } from './palette.ts';

type Mode = 'light' | 'dark';

const colors = (mode: Mode) => {
  const { ground, sheet, deep, shadow } = paper[mode];
  const { beet, accent, ...scales } = mode === 'light' ? light : dark;
  return {
    ...scales,
    // Amplify has no beet; its pink replaces it, so that charts and badges use one scale.
    pink: beet,
    beet,
    accent,
    teal: scales.primary,
    purple: beet,
    secondary: beet,
    white: mode === 'light' ? sheet : '#0f1512',
    background: {
      primary: { value: sheet },
      secondary: { value: ground },
      tertiary: { value: deep },
      disabled: { value: deep },
    },
    font: { disabled: { value: '{colors.neutral.80.value}' } },
    border: {
      primary: { value: '{colors.neutral.60.value}' },
      secondary: { value: '{colors.neutral.40.value}' },
      tertiary: { value: '{colors.neutral.20.value}' },
      focus: { value: '{colors.primary.80.value}' },
      error: { value: '{colors.red.80.value}' },
    },
    shadow: {
      primary: { value: `rgba(${shadow}, 0.22)` },
      secondary: { value: `rgba(${shadow}, 0.14)` },
      tertiary: { value: `rgba(${shadow}, 0.07)` },
    },
  };
};

const size = (rem: number) => ({ value: `${rem}rem` });

const control = {
  borderColor: { value: '{colors.border.primary.value}' },
  borderRadius: { value: '{radii.medium.value}' },
  _focus: { borderColor: { value: '{colors.border.focus.value}' }, boxShadow: { value: 'none' } },
  _error: { borderColor: { value: '{colors.border.error.value}' }, _focus: { boxShadow: { value: 'none' } } },
};

/** Wellport's tokens. Components use these, never raw colors. */
export const theme: Theme = {
  name: 'wellport',
  // minimum widths in pixels
  breakpoints: { values: { base: 0, small: 480, medium: 744, large: 1024, xl: 1366, xxl: 1600 } },
  tokens: {
    colors: colors('light'),
    fonts: {
      default: {
        variable: { value: "'Inter Variable', 'Inter', 'Inter Until Then', system-ui, sans-serif" },
        static: { value: "'Inter Variable', 'Inter', 'Inter Until Then', system-ui, sans-serif" },
      },
    },
    // Only six sizes; every other name maps to its nearest size.
    fontSizes: {
      xxxs: size(0.75),
      xxs: size(0.75),
      xs: size(0.75),
      small: size(0.875),
      medium: size(1),
      large: size(1.25),
      xl: size(1.75),
      xxl: size(2.5),
      xxxl: size(2.5),
      xxxxl: size(2.5),
    },
    space: { xxs: size(0.25), xxxs: size(0.25) },
    radii: { small: size(0.25), medium: size(0.5), large: size(0.75) },
    time: { short: { value: '150ms' }, medium: { value: '200ms' }, long: { value: '250ms' } },
    components: {
      button: {
        borderRadius: { value: '{radii.medium.value}' },
        fontWeight: { value: '{fontWeights.semibold.value}' },
        color: { value: '{colors.primary.80.value}' },
        _focus: { boxShadow: { value: 'none' } },
        primary: { _focus: { boxShadow: { value: 'none' } } },
        link: { _focus: { boxShadow: { value: 'none' } } },
      },
      card: {
        backgroundColor: { value: '{colors.background.primary.value}' },
        borderRadius: { value: '{radii.large.value}' },
      },
      fieldcontrol: control,
      heading: {
        lineHeight: { value: '1.2' },
        1: { fontSize: { value: '{fontSizes.xl.value}' }, fontWeight: { value: '700' } },
        2: { fontSize: { value: '{fontSizes.large.value}' }, fontWeight: { value: '650' } },
        3: { fontSize: { value: '{fontSizes.medium.value}' }, fontWeight: { value: '650' } },
        4: { fontSize: { value: '{fontSizes.small.value}' }, fontWeight: { value: '650' } },
      },
      placeholder: {
        startColor: { value: '{colors.neutral.20.value}' },
        endColor: { value: '{colors.neutral.40.value}' },
      },
    },
  },
  overrides: [{ colorMode: 'dark', tokens: { colors: colors('dark') } }],
};
