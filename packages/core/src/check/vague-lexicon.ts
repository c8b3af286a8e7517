/** Alternatives of a pattern, on lines or parted by a bar between blanks. Matched without accents, in lower case. */
const alternatives = (text: string): string => `(?:${text.trim().replace(/\s*\n\s*|\s+\|\s+/g, '|')})`;

/** Manner without measure: the thing is said to happen, and how well is left to whoever reads it. */
const manner = alternatives(`
  correctly | properly | appropriately | adequately | successfully | smoothly | seamlessly | efficiently | effectively
  reliably | robustly | cleanly | nicely | reasonably | sufficiently | optimally | perfectly | elegantly | gracefully
  intuitively | quickly | easily | normally | flawlessly | accordingly | faithfully | sensibly | consistently | securely
  (?:works?|working|performs?|behaves?|functions?|runs?|looks?) (?:well|fine|good|great|ok(?:ay)?|right)
  corretamente | adequadamente | apropriadamente | devidamente | perfeitamente | eficientemente | rapidamente
  facilmente | normalmente | plenamente | satisfatoriamente | com sucesso
  de (?:forma|maneira|modo) (?:corret|adequad|apropriad|eficiente|satisfatori)\\w*
  (?:funciona|roda|comporta-se|executa)m? bem
`);

/** Qualities without a scale. */
const quality = alternatives(`
  correct | proper | appropriate | adequate | reasonable | acceptable | satisfactory | suitable | sufficient
  good | great | nice | better | robust | scalable | maintainable | performant | efficient | intuitive | fast
  modern | professional | reliable | responsive | high[- ]performance | production[- ]ready
  user[- ]friendly | (?:high|good|better)[- ]quality
  easy to (?:use|read|understand|maintain) | (?:clean|readable) code | code is (?:clean|readable)
  well[- ](?:structured|written|designed|documented|tested|organi[sz]ed|formatted)
  corret[oa]s? | adequad[oa]s? | apropriad[oa]s? | razoave(?:l|is) | aceitave(?:l|is) | satisfatori[oa]s?
  bo[am] | bo[an]s | melhor(?:es)? | robust[oa]s? | escalave(?:l|is) | rapid[oa]s? | intuitiv[oa]s? | amigave(?:l|is)
  eficientes? | alta qualidade | codigo (?:limpo|legivel) | faci(?:l|eis) de (?:usar|ler|manter|entender)
`);

/** Measures that are somewhere else, or nowhere. */
const elsewhere = alternatives(`
  as (?:expected|intended|needed|required|appropriate|desired|planned|it should)
  (?:if|when|where) (?:necessary|needed|appropriate)
  expected (?:result|output|behaviou?r|outcome|value)s?
  (?:meets?|satisf(?:y|ies)|fulfill?s?) (?:the |all )*(?:requirements?|expectations?|needs|spec\\w*)
  (?:follows?|adheres? to|respects?) (?:the |all |our |existing )*(?:conventions?|guidelines|standards?|patterns?)
  (?:to|in) (?:a|the) (?:high|good|required|expected) (?:standard|quality|level)
  (?:everything|all|it all) (?:is |are )?(?:ok(?:ay)?|fine|good|right|works?)
  in (?:a )?(?:good|proper|correct|timely) (?:shape|order|way|manner|fashion|time|state)
  best practices | (?:no|without(?: any)?) (?:issues?|problems?|bugs)
  (?:como|conforme) (?:o )?(?:esperad[oa]|previst[oa]|necessari[oa]|deveria|desejad[oa])
  (?:se|quando) necessario | (?:resultado|comportamento|saida|valor) (?:esperad[oa]|desejad[oa])
  (?:atende|cumpre|satisfaz) (?:a?os? )?(?:requisitos?|expectativas?|necessidades)
  boas praticas | sem (?:problemas?|falhas|bugs)
`);

const been = '(?:(?:is|are|was|were|be|been|gets?|has|have|fully|all) (?:\\w+ )?)?';
const ser = '(?:(?:esta|estao|foi|foram|fica|ficam|e|sao|ser) (?:\\w+ )?)?';

/** Done because it is said to be done. Only at the end of a sentence: "is handled by the parser" says more. */
const claim = alternatives(`
  ${been}(?:completed?|done|finished|implemented|working|ready|handled|fixed|resolved|addressed|in place|functional)
  ${been}(?:supported|integrated|operational|updated|improved|optimi[sz]ed|refactored|enhanced|cleaned up|polished)
  ${been}(?:covered|tested|documented|verified|validated|secured|satisfied|achieved|accomplished|up and running)
  (?:still )?works? | functions? | behaves? | funcionam?
  ${ser}(?:(?:pront|feit)[oa]s?|(?:conclui|corrigi|resolvi)d[oa]s?|funcionando)
  ${ser}(?:termin|implement|finaliz|atualiz|melhor|otimiz|trat)ad[oa]s?
`);

/** Words that say something and measure nothing. A compound such as `fast-forward` is another word. */
export const vaguePattern = new RegExp(
  `(?<![\\w-])(?:(?:${manner}|${quality}|${elsewhere})(?![\\w-])|${claim}(?=[.!]?$))`,
);
