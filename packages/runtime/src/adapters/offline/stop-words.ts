import { foldText } from './words.js';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words that say how something is asked, not what is asked about. Folded, because `é` is often typed `e`. */
const english = words(`
  a about after again all also am an and any are as at be because been before being best between both but by can come comes contain contains could
  did do does doing done each either else ever every few for from get gets give given go goes got had happen happens has have
  having here how i if in into is it its itself just kind know let like look looks made make makes many may me mean means
  might more most much must my need needed needs never no nor not now of off on once one only or other our out over own part please put same shall
  should show so some someone something such tell than that the their them then there these they thing things this those
  through to too under until up upon us used uses using very want was way we were what whatever when where whether which while
  who whom whose why will with within without work works would yes you your
  exactly actually currently inside across per via whole entire various related relevant
  answer answers question available exist exists existing find found quote list describe explain locate mentioned mention concern concerns concerned
`);

const portuguese = words(`
  a acerca agora antes apos atraves ainda algo alguem algum alguma ao aos aquela aquele aqui as assim ate cada com como da das de dela dele deles
  depois desse deste do dos durante e ela ele eles em entao entre era essa esse esta estao estar este eu existe existem fazer faz fica
  foi for fora ha isso isto ja la lhe mais mas me mesmo meu minha muito na nao nas nem nesse neste no nos nossa nosso num numa o
  onde os ou para pela pelas pelo pelos pode podem por porque pra qual quais quando quanto quanta quantos quantas que quem quer sao se sem
  ser seu seus so sobre sua suas tambem te tem tenho ter toda todas todo todos tudo um uma umas uns usa usado usada usados usam
  voce voces
  explique explica liste lista mostre mostra encontre encontra descreva descreve diga pergunta resposta responda disponivel disponiveis
`);

/** Function words found in Portuguese and not in English, in their folded form. */
const portugueseMarks = words(`
  o os um uma de da do das dos em na nas nos no ao aos para por pela pelo com que qual quais quem onde como quando porque e
  sao esta este essa esse nao se ou sua seu mais todos todas
`);
const englishMarks = words(`
  the a an of in on at to is are was and or for with from that this it its where what which how why when who does do by be
`);

/** Whether a text reads as Portuguese: more of its function words are Portuguese than English. */
export function isPortuguese(text: string): boolean {
  const tokens = foldText(text).match(/\p{L}+/gu) ?? [];
  const count = (marks: ReadonlySet<string>): number => tokens.filter((token) => marks.has(token)).length;
  return count(portugueseMarks) > count(englishMarks);
}

/** Takes a folded word. */
export function isStopWord(word: string, inPortuguese: boolean): boolean {
  return word.length < 2 || (inPortuguese ? portuguese : english).has(word);
}
