//! The flat list of nodes that the parser's events become, and the names in it.

use SyntaxKind as K;
use squawk_parser::{LexedStr, StrStep, SyntaxKind};

use super::super::grammar::SyntaxError;
use super::super::tree::{Ident, Name, Parts, Target};
use super::expr::is_subquery;

/// A node, or a token when it has no children of its own.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) kind: SyntaxKind,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The first node that is not below this one. What is below it stands in between, in the order of the text.
    pub(super) after: u32,
    pub(super) token: bool,
}

pub(super) struct Tree<'t> {
    pub(super) text: &'t str,
    pub(super) nodes: Vec<Node>,
    /// Those that are queries or statements, in the order of the text.
    pub(super) queries: Vec<u32>,
    /// Whether column references are asked for.
    pub(super) columns: bool,
    /// Whether a property graph is read.
    pub(super) graph: bool,
}

impl Node {
    const NONE: Node = Node {
        kind: K::TOMBSTONE,
        start: 0,
        end: 0,
        after: 0,
        token: false,
    };
}

/// Makes nodes of the parser's steps. There are several for each token: what one costs is kept small.
struct Builder {
    /// The nodes, and room for more.
    nodes: Vec<Node>,
    count: usize,
    queries: Vec<u32>,
    /// The innermost open node. Its `after` says which is around it, as long as it is open.
    inner: u32,
    at: u32,
    graph: bool,
    error: Option<usize>,
}

impl Builder {
    #[inline]
    fn step(&mut self, step: &StrStep<'_>) {
        match *step {
            StrStep::Enter { kind } => {
                self.graph |= kind == K::GRAPH_TABLE_FN;
                if is_subquery(kind) {
                    self.queries.push(self.count as u32);
                }
                let around = std::mem::replace(&mut self.inner, self.count as u32);
                self.push(kind, self.at, around, false);
            }
            StrStep::Exit => {
                let (end, after) = (self.at, self.count as u32);
                if let Some(node) = self.nodes.get_mut(self.inner as usize) {
                    self.inner = node.after;
                    (node.end, node.after) = (end, after);
                }
            }
            StrStep::Token { kind, text } => {
                let end = self.at + text.len() as u32;
                if says_something(kind) {
                    self.push(kind, end, self.count as u32 + 1, true);
                }
                self.at = end;
            }
            StrStep::Error { pos, .. } => self.error = Some(self.error.map_or(pos, |first| first.min(pos))),
        }
    }

    #[inline]
    fn push(&mut self, kind: SyntaxKind, end: u32, after: u32, token: bool) {
        if self.count == self.nodes.len() {
            self.grow();
        }
        if let Some(node) = self.nodes.get_mut(self.count) {
            *node = Node {
                kind,
                start: self.at,
                end,
                after,
                token,
            };
        }
        self.count += 1;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.nodes.resize(2 * self.nodes.len(), Node::NONE);
    }
}

impl<'t> Tree<'t> {
    /// The nodes of the text; node 0 is the whole.
    pub(super) fn read(text: &'t str, columns: bool) -> Result<Self, SyntaxError> {
        let lexed = LexedStr::new(text);
        let output = squawk_parser::EntryPoint::SourceFile.parse(&lexed.to_input());
        let mut builder = Builder {
            // As many nodes as a short text mostly has.
            nodes: vec![Node::NONE; text.len().clamp(64, 4096)],
            count: 0,
            queries: Vec::new(),
            inner: 0,
            at: 0,
            graph: false,
            error: lexed.errors().map(|(range, _)| range.start as usize).min(),
        };
        lexed.intersperse_trivia(&output, &mut |step| builder.step(&step));
        builder.nodes.truncate(builder.count);
        match builder.error {
            Some(offset) => Err(SyntaxError { offset: Some(offset) }),
            None => Ok(Tree {
                text,
                nodes: builder.nodes,
                queries: builder.queries,
                columns,
                graph: builder.graph,
            }),
        }
    }

    pub(super) fn kind(&self, node: u32) -> SyntaxKind {
        self.nodes[node as usize].kind
    }

    /// The first node that is not below this one.
    pub(super) fn after(&self, node: u32) -> u32 {
        self.nodes[node as usize].after
    }

    pub(super) fn is_node(&self, node: u32) -> bool {
        !self.nodes[node as usize].token
    }

    pub(super) fn text(&self, node: u32) -> &'t str {
        let node = &self.nodes[node as usize];
        &self.text[node.start as usize..node.end as usize]
    }

    pub(super) fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let after = self.after(node);
        let next = move |node: u32| (node < after).then_some(node);
        std::iter::successors(next(node + 1), move |node| next(self.after(*node)))
    }

    pub(super) fn first_token(&self, node: u32) -> Option<SyntaxKind> {
        let mut at = node;
        while self.is_node(at) {
            at = self.children(at).next()?;
        }
        Some(self.kind(at))
    }

    pub(super) fn child(&self, node: u32, kind: SyntaxKind) -> Option<u32> {
        self.children(node).find(|child| self.kind(*child) == kind)
    }

    /// The first node of one of these kinds below this one, in the order of the text, not within a WITH.
    pub(super) fn below(&self, node: u32, kinds: &[SyntaxKind]) -> Option<u32> {
        let (mut at, after) = (node, self.after(node));
        while at < after {
            let kind = self.kind(at);
            if kinds.contains(&kind) {
                return Some(at);
            }
            let within = kind == K::WITH_CLAUSE && at != node;
            at = if within { self.after(at) } else { at + 1 };
        }
        None
    }

    // Names.

    /// The tokens below a node that are parts of a dotted name.
    pub(super) fn parts(&self, node: u32) -> Parts {
        let tokens = (node..self.after(node)).filter(|at| !self.is_node(*at));
        let parts = tokens.filter(|token| self.kind(*token) != K::STAR);
        parts.map(|token| ident(self.text(token))).collect()
    }

    /// The table that is named at or below this node.
    pub(super) fn name(&self, node: u32) -> Name {
        const NAMES: &[SyntaxKind] = &[
            K::TABLE_NAME_REF,
            K::RELATION_NAME_REF,
            K::TABLE_NAME,
            K::VIEW,
            K::VIEW_REF,
        ];
        let named = self.below(node, NAMES).unwrap_or(node);
        Name::of(self.parts(named))
    }

    pub(super) fn target(&self, node: u32) -> Target {
        Target {
            name: self.name(node),
            ..Target::default()
        }
    }

    pub(super) fn idents(&self, list: u32, kind: SyntaxKind) -> Vec<Ident> {
        self.children(list)
            .filter(|child| self.kind(*child) == kind)
            .filter_map(|child| self.parts(child).into_iter().next())
            .collect()
    }

    pub(super) fn is_temporary(&self, node: u32) -> bool {
        self.child(node, K::TEMP).is_some()
    }
}

/// Whether a token is looked for by anybody: all but blanks, comments and most symbols.
fn says_something(kind: SyntaxKind) -> bool {
    !matches!(
        kind,
        K::WHITESPACE
            | K::COMMENT
            | K::COMMA
            | K::DOT
            | K::L_PAREN
            | K::R_PAREN
            | K::EQ
            | K::PLUS
            | K::MINUS
            | K::SLASH
    )
}

/// An identifier of the text: plain, `"quoted"`, or `U&"quoted"` with escaped characters.
pub(super) fn ident(text: &str) -> Ident {
    let (inner, escaped) = match text.get(..2) {
        Some(prefix) if prefix.eq_ignore_ascii_case("u&") => (&text[2..], true),
        _ => (text, false),
    };
    let Some(quoted) = inner.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else {
        return Ident::plain(text);
    };
    let text = quoted.replace("\"\"", "\"");
    Ident {
        text: if escaped { unescape(&text) } else { text }.into(),
        quoted: true,
    }
}

/// `\0061` and `\+000061` in a `U&"…"` identifier; what is no escape stays.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let (digits, skip) = if rest.starts_with('+') { (6, 1) } else { (4, 0) };
        let code = rest
            .get(skip..skip + digits)
            .and_then(|hex| u32::from_str_radix(hex, 16).ok());
        if let Some(character) = code.and_then(char::from_u32) {
            out.push(character);
            rest = &rest[skip + digits..];
        } else {
            out.push('\\');
            rest = rest.strip_prefix('\\').unwrap_or(rest);
        }
    }
    out.push_str(rest);
    out
}
