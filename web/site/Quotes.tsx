export interface Quote {
  text: string;
  who: string;
}

const quotes: readonly Quote[] = [
  {
    text: 'I saw nine of twelve on my phone, so I went on Saturday too.',
    who: 'A member, in the third week',
  },
  { text: 'The file said who, how many and why. I had no question left to ask.', who: 'A benefits manager' },
  { text: 'We check one roster now, whoever pays for the person at the door.', who: 'A club manager' },
];

/** What people might say; said to be so, since nobody has yet. */
export const Quotes = ({ of = quotes }: { of?: readonly Quote[] }) => (
  <section className="quotes" aria-labelledby="quotes-title">
    <h2 id="quotes-title">What we want to hear</h2>
    <p className="quiet">Illustrative quotes, written by us: the sentences we build for.</p>
    <ul>
      {of.map(({ text, who }) => (
        <li key={text}>
          <figure>
            <blockquote>{text}</blockquote>
            <figcaption>{who} (illustrative)</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </section>
);
