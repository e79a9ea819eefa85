declare module 'naughty-words' {
  const lists: Readonly<Record<'en' | 'es' | 'de' | 'ar' | 'ja' | 'ko' | 'zh', readonly string[]>>;
  export default lists;
}
