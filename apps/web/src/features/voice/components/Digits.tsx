import text from '../../../ui/text.module.css';
import styles from './digits.module.css';

/** A box of one width for each digit, so that the seconds don't dance: of the font's own figures of one width, whose 0 has a stroke, only the 1 is taken, which fills its box. */
export function Digits({ value }: { value: string }) {
  return (
    <>
      <span className={text.unseen} translate="no">
        {value}
      </span>
      <span className={styles.digits} aria-hidden="true" translate="no">
        {value.split('').map((char, index) => (
          <span key={index} data-char={char === ':' ? 'colon' : 'digit'} data-narrow={char === '1' ? '' : undefined}>
            {char}
          </span>
        ))}
      </span>
    </>
  );
}
