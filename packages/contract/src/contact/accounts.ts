import { BEYOND_ASCII } from './legible.ts';

/** Names of services that mean nothing else. */
const SERVICE = String.raw`(?:insta(?:gram)?|ig|snapchat|snap|whats\s?app|telegram|we\s?chat|weixin|kakao(?:\s?talk)?|tiktok|discord|facebook|messenger|skype|viber|kik|onlyfans|threads|微信|薇信|威信|抖音|小紅書|小红书|脸书|臉書|賴|赖|インスタ|カカオ|カカオトーク|ライン|ディスコード|인스타(?:그램)?|카톡|카카오톡?|텔레그램|텔레|라인|디코|انست[اغق](?:رام|قرام|غرام)?|سناب(?:شات)?|واتس(?:اب|\sاب)?|تيليجرام|تلجرام|تيك\sتوك)`;
/** Names that are also words: a line, a signal. */
const AMBIGUOUS = String.raw`(?:line|signal|twitter|x|qq|vx|wx|fb|tg|sc|ins|v信)`;
const START = String.raw`(?<![\p{L}\p{N}_])`;
const END = String.raw`(?![\p{L}\p{N}_])`;
const BETWEEN = String.raw`\s?(?:[:=＝>]|->|→)\s?@?`;
const NAME = String.raw`[A-Za-z0-9][\w.-]{2,}`;
/** A name that only an account has. */
const MADE_UP = String.raw`(?=[\w.-]*[\d_])[A-Za-z0-9_][\w.-]{2,}`;

const HANDLE =
  /(?<![\p{L}\p{N}@_.])@(?!(?:home|work|school|noon|night|midnight|the|lunch|dinner|all|everyone|here)(?![\w.]))[\p{L}_][\p{L}\p{N}_.]{2,}/iu;

const ALL = `(?:${SERVICE}|${AMBIGUOUS})`;
const FORMS: readonly RegExp[] = [
  // insta: ann_b
  form(`${START}${SERVICE}(?:\\s?id|\\s?아이디|號|号)?${BETWEEN}${NAME}\\s*(?:$|[\\n.,;!?)])`),
  form(
    `${START}${ALL}(?:\\s?id|\\s?아이디|號|号)?(?:${BETWEEN}|\\s|\\sis\\s|\\sist\\s|\\ses\\s|是|は|는|은)${MADE_UP}`,
  ),
  form(
    `${START}${ALL}\\s?(?:id|user(?:name)?|handle|아이디|帳號|账号|帐号|號|号|ID)\\s?(?:[:=]|is|ist|es|是|は|는)?\\s?${NAME}`,
  ),
  // my insta is ann
  form(
    `${START}(?:my|mein|mi|meu|mon|我的|私の|僕の|俺の|내|제)\\s?${ALL}${END}\\s?(?:name\\s|handle\\s|account\\s|id\\s)?(?:is|'s|ist|es|:|=|是|は|는)\\s?(?!(?:private|privat|privado|privada|boring|old|dead|empty|deleted|gone|not|so|a|the|full|just|public|still|really|very|too|broken|kaputt|langweilig|aburrido|leer|weird|mostly|all|only|nur|muy|fun)${END})[A-Za-z0-9_]`,
  ),
  // find me on insta
  form(
    `${START}(?:add|find|follow|message|msg|text|dm|hit|write|reach|catch|call|ping)\\s(?:me|us)(?:\\sup)?\\s(?:on|at|via|over|through)\\s(?:my\\s)?${ALL}${END}`,
  ),
  form(
    `${START}(?:schreib|adde|add|folg|such|find|erreichst|kontaktier)\\S*\\s(?:mir|mich|du\\smich)\\s(?:mal\\s)?(?:auf|bei|über|via|per|in)\\s(?:meinem\\s)?${ALL}${END}`,
  ),
  form(
    `${START}(?:agr[eé]game|a[ñn][aá]deme|b[uú]scame|s[ií]gueme|escr[ií]beme|h[aá]blame|ll[aá]mame|cont[aá]ctame)\\s(?:en|por|al|a\\smi)\\s(?:mi\\s)?${ALL}${END}`,
  ),
  form(`加\\s?(?:我|個|个|一下)?\\s?(?:的)?\\s?${ALL}|${ALL}\\s?(?:加我|聯絡|联系|私我)|換\\s?${ALL}|换\\s?${ALL}`),
  form(`${ALL}\\s?(?:を|で|の|も)?\\s?(?:交換|教え|追加|フォロー|連絡|話そ)`),
  form(`${ALL}\\s?(?:으로|로|에서|에|도)?\\s?(?:추가|친추|연락|교환|알려|주세요|줘|할래|하자)`),
  form(`(?:ضيفني|ضيفيني|أضفني|تابعني|تابعيني|راسلني|راسليني|كلمني|كلميني)\\s(?:على|عال|ع|في)?\\s?(?:ال)?${ALL}`),
  form(`(?:حسابي|رقمي|يوزري|معرفي)\\s(?:على\\s|في\\s|ب)?(?:ال)?${ALL}|${START}(?:سنابي|انستقرامي|انستاي|واتسي)`),
];

function form(source: string): RegExp {
  return new RegExp(source, 'iu');
}

/** Any service, also inside a word: some scripts put no spaces between words. */
const SOME_SERVICE = form(ALL);
/** In ASCII every form needs a service at the edge of a word. Few lines have one, but "night" has one inside. */
const SOME_WORD = form(`(?:${START}|my|mein|mi|meu|mon)${ALL}(?:${END}|id|user|handle)`);

/** Expects a line from `legible`. */
export function namesAccount(line: string): boolean {
  if (line.includes('@') && HANDLE.test(line)) return true;
  const mayName = BEYOND_ASCII.test(line) ? SOME_SERVICE : SOME_WORD;
  return (mayName.test(line) || /سنابي|انستقرامي|واتسي/u.test(line)) && FORMS.some((one) => one.test(line));
}
