import text from '../../../ui/text.module.css';
import styles from './digits.module.css';

/**
 * One box of equal width for each digit, so that the seconds don't dance. Of the font's tabular figures only the 1 is used,
 * which fills its box: their 0 has a stroke.
 */
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
