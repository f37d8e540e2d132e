export interface Quote {
  text: string;
  author: string;
}

const quotes: readonly Quote[] = [
  {
    text: 'My phone showed nine of twelve visits, so I went on Saturday too.',
    author: 'A member, in the third week',
  },
  {
    text: 'The file showed every payment and the reason for it. I had no questions left.',
    author: 'A benefits manager',
  },
  { text: 'We check one roster now, no matter which partner pays.', author: 'A club manager' },
];

/** Illustrative quotes, labeled as such: there are no customer quotes yet. */
export const Quotes = ({ of = quotes }: { of?: readonly Quote[] }) => (
  <section className="quotes" aria-labelledby="quotes-title">
    <h2 id="quotes-title">Our goals</h2>
    <p className="quiet">These quotes are illustrative. We wrote them to show what we are building for.</p>
    <ul>
      {of.map(({ text, author }) => (
        <li key={text}>
          <figure>
            <blockquote>{text}</blockquote>
            <figcaption>{author} (illustrative)</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </section>
);
