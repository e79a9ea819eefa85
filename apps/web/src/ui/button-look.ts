import styles from './button.module.css';

/** Shape carries meaning: go is a dome that rises, stop a bowl that sets, the others are at rest. */
export interface ButtonLook {
  look?: 'go' | 'neutral' | 'stop' | 'line' | 'quiet';
  size?: 'lg' | 'md' | 'sm';
  /** What its fill says beside its shape. */
  tone?: 'positive' | 'negative';
  width?: 'full';
}

/** The attributes that make a button, a link or an anchor look like a button. */
export function buttonLook({ look = 'neutral', size = 'md', tone, width }: ButtonLook) {
  return { className: styles.button, 'data-look': look, 'data-size': size, 'data-tone': tone, 'data-width': width };
}
