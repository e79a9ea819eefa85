import { foldWords } from './fold.ts';

/** Roles of a service, in the interface's languages: a name of these alone would speak for it. */
const ROLES = [
  'moderator moderation mod admin administrator administration support system official staff operator helpdesk',
  'moderatorin moderatoren administratorin kundendienst kundenservice betreiber betreiberin offiziell',
  'moderador moderadora administrador administradora soporte sistema oficial operador operadora',
  'المشرف مشرف الإدارة الادارة المسؤول مسؤول الدعم النظام',
];
/** Written without spaces between words: reserved anywhere in a name. */
const UNPARTED_ROLES = [
  'モデレーター 管理者 管理人 運営 サポートセンター 公式',
  '管理員 管理员 版主 客服 官方',
  '운영자 관리자 고객센터 공식',
];
/** Names of these alone are fine; beside a reserved word they make it no less official. */
const COMPANIONS =
  'the team help center centre bot service account real your and der die das el la equipo ayuda servicio';

/** Letters without a Unicode decomposition, and digits read as letters. */
const READ_AS = new Map(
  Object.entries({ ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't' }),
);

function toLetters(name: string): string {
  return Array.from(name.toLowerCase(), (letter) => READ_AS.get(letter) ?? letter).join('');
}

/** Whether a name sounds as if the service or its operators were speaking. */
export type IsReservedName = (name: string) => boolean;

/** Compares as word lists do: without case and marks, look-alike letters unified. */
export function createReservedNames(productName: string): IsReservedName {
  const reserved = new Set([productName, ...ROLES].flatMap(foldWords));
  const unparted = UNPARTED_ROLES.flatMap(foldWords);
  const companions = new Set(foldWords(COMPANIONS));
  const product = foldWords(productName).join('');

  function isReservedWord(word: string): boolean {
    return reserved.has(word.replace(/\d+$/, ''));
  }

  return (name) => isReserved(name) || isReserved(toLetters(name));

  function isReserved(name: string): boolean {
    const words = foldWords(name);
    const together = words.join('');
    if (together.replace(/\d+$/, '') === product || reserved.has(together) || words.some(isUnpartedRole)) return true;
    const weighty = words.filter((word) => !companions.has(word) && !/^\d+$/.test(word));
    return weighty.length > 0 && weighty.every(isReservedWord);
  }

  function isUnpartedRole(word: string): boolean {
    return unparted.some((role) => word.includes(role));
  }
}
