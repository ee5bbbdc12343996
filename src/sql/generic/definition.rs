//! Statements that make or change tables, or move data between tables and files.

use sqlparser::ast::helpers::stmt_data_loading::StageLoadSelectItemKind;
use sqlparser::ast::{
    AlterTableOperation, AlterViewOperation, CopyIntoSnowflakeKind, CopySource, CreateTableLikeKind,
    ObjectName, RenameTableNameKind, SelectItem, Statement as SqlStatement,
};

use super::super::tree::{Remark, Statement, Target};
use super::{Convert, ident, idents, table};

impl Convert {
    /// Statements that make or change tables.
    pub(super) fn definition(&self, statement: &SqlStatement) -> Option<Statement> {
        let mut this = Statement::default();
        match statement {
            SqlStatement::CreateTable(create) => {
                this.targets.push(Target {
                    temporary: create.temporary || create.volatile,
                    fed: true,
                    columns: match create.query {
                        Some(_) => create.columns.iter().map(|column| ident(&column.name)).collect(),
                        None => Vec::new(),
                    },
                    ..self.target(&create.name)
                });
                this.query = create.query.as_ref().map(|query| self.query(query));
                let like = create.like.as_ref().map(|like| match like {
                    CreateTableLikeKind::Parenthesized(like) | CreateTableLikeKind::Plain(like) => &like.name,
                });
                let copied = like.into_iter().chain(&create.clone);
                this.from.extend(copied.map(|name| table(self.name(name))));
            }
            SqlStatement::CreateView(create) => {
                let view = Target {
                    temporary: create.temporary,
                    columns: create.columns.iter().map(|column| ident(&column.name)).collect(),
                    fed: true,
                    ..self.target(&create.name)
                };
                this.targets.push(view);
                this.targets.extend(create.to.iter().map(|to| Target {
                    fed: true,
                    ..self.target(to)
                }));
                this.query = Some(self.query(&create.query));
            }
            SqlStatement::CreateVirtualTable { name, .. } => this.targets.push(self.target(name)),
            SqlStatement::CreateForeignTable(create) => this.targets.push(self.target(&create.name)),
            SqlStatement::AlterTable(alter) => {
                let renamed = alter.operations.iter().find_map(|operation| match operation {
                    AlterTableOperation::RenameTable {
                        table_name: RenameTableNameKind::As(new) | RenameTableNameKind::To(new),
                    } => Some(new),
                    _ => None,
                });
                let other = alter.operations.iter().find_map(|operation| match operation {
                    AlterTableOperation::SwapWith { table_name } => Some(table_name),
                    _ => None,
                });
                match renamed {
                    Some(new) => self.renamed(&alter.name, new, &mut this),
                    None => this.targets.push(self.target(&alter.name)),
                }
                if let Some(other) = other {
                    this.from
                        .extend([&alter.name, other].map(|name| table(self.name(name))));
                    this.targets.push(self.target(other));
                }
            }
            SqlStatement::RenameTable(pairs) => {
                pairs
                    .iter()
                    .for_each(|pair| self.renamed(&pair.old_name, &pair.new_name, &mut this));
            }
            SqlStatement::AlterView(alter) => match &alter.operation {
                AlterViewOperation::As { columns, query, .. } => {
                    this.targets.push(Target {
                        columns: idents(columns),
                        fed: true,
                        ..self.target(&alter.name)
                    });
                    this.query = Some(self.query(query));
                }
                AlterViewOperation::RenameTo { new_name } => self.renamed(&alter.name, new_name, &mut this),
                _ => this.targets.push(self.target(&alter.name)),
            },
            SqlStatement::Cache {
                table_name, query, ..
            } => {
                // A cached query is a view of the session; a cached table stays what it is.
                this.query = query.as_ref().map(|query| self.query(query));
                match this.query {
                    Some(_) => {
                        this.targets.push(Target {
                            temporary: true,
                            fed: true,
                            ..self.target(table_name)
                        });
                    }
                    None => this.from.push(table(self.name(table_name))),
                }
            }
            _ => return None,
        }
        Some(this)
    }

    fn renamed(&self, old: &ObjectName, new: &ObjectName, this: &mut Statement) {
        let old = self.name(old);
        let mut new = self.name(new);
        if new.parts.len() == 1 && old.parts.len() > 1 {
            // The new name stands in the schema of the old one.
            new.parts
                .insert_many(0, old.parts[..old.parts.len() - 1].iter().cloned());
        }
        this.from.push(table(old));
        this.targets.push(Target {
            name: new,
            ..Target::default()
        });
    }

    /// Statements that move data between tables and files.
    pub(super) fn transfer(&self, statement: &SqlStatement) -> Option<Statement> {
        let mut this = Statement {
            remarks: vec![Remark::File],
            ..Statement::default()
        };
        match statement {
            SqlStatement::Copy { source, to, .. } => match (source, to) {
                (CopySource::Table { table_name, .. }, true) => this.from.push(table(self.name(table_name))),
                (CopySource::Table { table_name, .. }, false) => this.targets.push(self.target(table_name)),
                (CopySource::Query(query), _) => this.query = Some(self.query(query)),
            },
            SqlStatement::CopyIntoSnowflake {
                kind,
                into,
                from_obj,
                from_query,
                from_transformations,
                ..
            } => {
                if let CopyIntoSnowflakeKind::Table = kind {
                    this.targets.push(self.target(into));
                } else {
                    this.from
                        .extend(from_obj.iter().map(|name| table(self.name(name))));
                }
                this.query = from_query.as_ref().map(|query| self.query(query));
                for item in from_transformations.iter().flatten() {
                    if let StageLoadSelectItemKind::SelectItem(
                        SelectItem::UnnamedExpr(value) | SelectItem::ExprWithAlias { expr: value, .. },
                    ) = item
                    {
                        this.exprs.push(self.expr(value));
                    }
                }
            }
            SqlStatement::LoadData { table_name, .. } => this.targets.push(self.target(table_name)),
            SqlStatement::Unload {
                query, query_text, ..
            } => {
                this.query = query.as_ref().map(|query| self.query(query));
                this.remarks.extend(query_text.iter().map(|_| Remark::Dynamic));
            }
            SqlStatement::Directory { source, .. } => this.query = Some(self.query(source)),
            SqlStatement::ExportData(export) => this.query = Some(self.query(&export.query)),
            _ => return None,
        }
        Some(this)
    }
}
