//! What the rules have to say.

crate::words::crate_texts! {
    /// Every text of the rules. Besides what the rules say themselves, it names what they are about, by composed keys:
    ///
    /// * `rule.Z15`: a [rule](crate::rule::RuleId) in short;
    /// * `preset.tablut`: a preset; `option.goal` and `option.goal.edge`: an [option](crate::option) and its values;
    /// * `tafl.side.attackers`, `tavli.side.white`: sides;
    /// * `tafl.end.escape`: why a game of tafl ended; `tafl.announce.raichi`: what is announced.
    ///
    /// ```
    /// use tablen_rules::words::Lang;
    ///
    /// let side = tablen_rules::TEXTS.message("tafl.side.attackers");
    /// assert_eq!(side.render(Lang::Fr), "attaquants");
    /// ```
    "common", "options", "rules", "tafl", "tavli";
    composed: tests::composed_keys()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::option::Options as _;
    use crate::rule::RuleId;
    use crate::words::Lang;
    use crate::{tafl, tavli};

    /// Keys that are put together from names the rules know, here and by those who use them.
    pub fn composed_keys() -> Vec<String> {
        let mut keys = vec!["preset.tavli".to_owned()];
        keys.extend(tafl::Preset::NAMES.iter().map(|name| format!("preset.{name}")));
        let mut option = |key: &str, values: &[&str]| {
            keys.push(format!("option.{key}"));
            keys.extend(values.iter().map(|value| format!("option.{key}.{value}")));
        };
        tafl::Ruleset::options().iter().for_each(|spec| option(spec.key, spec.values));
        tavli::Ruleset::options().iter().for_each(|spec| option(spec.key, spec.values));
        keys.extend(tafl::Side::ALL.map(|side| format!("tafl.side.{side}")));
        keys.extend(tavli::Side::ALL.map(|side| format!("tavli.side.{side}")));
        keys.extend(tafl::Reason::NAMES.iter().map(|reason| format!("tafl.end.{reason}")));
        keys.extend(tafl::Announcement::NAMES.iter().map(|word| format!("tafl.announce.{word}")));
        keys.extend(RuleId::all().map(|rule| format!("rule.{rule}")));
        keys
    }

    /// They are shown in a small note beside what is played.
    #[test]
    fn rules_are_told_in_a_few_words() {
        for lang in Lang::ALL {
            for rule in RuleId::all() {
                let text = TEXTS.catalogue(lang).get(&format!("rule.{rule}")).unwrap_or_default();
                assert!((20..=230).contains(&text.chars().count()), "{lang:?} {rule}: {text}");
                assert!(!text.contains(['{', '[', '\n']), "{lang:?} {rule} is shown as it is: {text}");
            }
        }
    }
}
