/** Ends what a start began. Calling it twice is harmless. */
export type Stop = () => void;
