import text from '../../../ui/text.module.css';
import styles from './digits.module.css';

/** A box of one width for each digit, so that the seconds don't dance: the font's own figures of one width are of another drawing. */
export function Digits({ value }: { value: string }) {
  return (
    <>
      <span className={text.unseen}>{value}</span>
      <span className={styles.digits} aria-hidden="true">
        {value.split('').map((char, index) => (
          <span key={index} data-char={char === ':' ? 'colon' : 'digit'}>
            {char}
          </span>
        ))}
      </span>
    </>
  );
}
