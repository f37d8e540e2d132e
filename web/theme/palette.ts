/**
 * Raw colors. A scale runs from the lightest tint (10) to the darkest (100). In dark mode it is reversed, so that
 * components name a step once and are readable in both.
 */
type Scale = Record<10 | 20 | 40 | 60 | 80 | 90 | 100, string>;
type Palette = Record<
  'neutral' | 'primary' | 'yellow' | 'orange' | 'green' | 'beet' | 'blue' | 'red' | 'accent',
  Scale
>;

const scale = (colors: string): Scale => {
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = colors.split(' ');
  return { 10: a, 20: b, 40: c, 60: d, 80: e, 90: f, 100: g };
};

export const light: Palette = {
  neutral: scale('#faf7f0 #f0eadd #ddd5c4 #8a8475 #5c594f #3b3d37 #1b231f'),
  primary: scale('#eaf3ed #d0e5d8 #90c0a5 #3a8562 #14563e #0f4532 #0a3325'),
  yellow: scale('#fdf1c7 #f3dd8e #dcb93e #9a7600 #745800 #5c4600 #3f3000'),
  orange: scale('#fde4cd #f8c79b #e99a55 #b65b0c #8f4300 #743600 #512500'),
  green: scale('#dcf0e1 #b5dfc1 #74bd8b #2d8a50 #17663a #11522e #0b3a20'),
  beet: scale('#f8dfe9 #eebbd0 #d681a6 #ab3a70 #8b1d54 #721544 #4f0c2e'),
  blue: scale('#dfe9fb #bdd1f5 #82a5e4 #3c6bc4 #20509f #193f80 #102b5a'),
  red: scale('#fbe3de #f4c2b8 #e28a79 #c04630 #a12a18 #842012 #5b140a'),
  accent: scale('#ffe9e1 #ffcdbd #ffa68d #ff8465 #f56f4d #c4452a #33110a'),
};

export const dark: Palette = {
  neutral: scale('#151c18 #212b26 #35423b #7d8a82 #a9b3aa #ccd3ca #f0f2eb'),
  primary: scale('#16291f #1f3c2e #2f5f49 #559c7b #8fd0ae #aaddc1 #c8ecd8'),
  yellow: scale('#352b08 #4d3f0d #7a6417 #b5962a #e3c458 #f1da85 #f9ebb8'),
  orange: scale('#3b230d #573415 #8a5420 #cc8240 #f2ab6c #fac393 #fddcbe'),
  green: scale('#10301d #184529 #27693f #479c65 #82cf9c #a1dfb5 #c5eed1'),
  beet: scale('#401629 #5c213c #8d3a60 #c76b95 #f09bbf #f8b8d2 #fcd6e4'),
  blue: scale('#152a4d #1f3c6b #345d9f #6791d6 #9dbdf3 #b9d0f8 #d7e4fc'),
  red: scale('#43180f #622518 #97402d #d4705b #f5a08d #fabcae #fddad2'),
  accent: scale('#42180d #652716 #9e4129 #e86a49 #ff8f72 #ffac95 #2b0d06'),
};

/** Background colors: page, surface, and inset. */
export const paper = {
  light: { ground: '#f8f4ea', sheet: '#fffdf8', deep: '#f0eadd', shadow: '60, 48, 24' },
  dark: { ground: '#0f1512', sheet: '#171f1b', deep: '#212b26', shadow: '0, 0, 0' },
};
