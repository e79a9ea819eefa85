import styles from './button.module.css';

/** The shape carries the meaning: go is a rising dome, stop a setting bowl, the others are at rest. */
export interface ButtonLook {
  look?: 'go' | 'neutral' | 'stop' | 'line' | 'quiet';
  size?: 'lg' | 'md' | 'sm';
  /** The meaning of the fill, in addition to the shape. */
  tone?: 'positive' | 'negative';
  width?: 'full';
}

/** Attributes that make a button, a link or an anchor look like a button. */
export function buttonLook({ look = 'neutral', size = 'md', tone, width }: ButtonLook) {
  return { className: styles.button, 'data-look': look, 'data-size': size, 'data-tone': tone, 'data-width': width };
}
