import java.io.*;
import javax.xml.parsers.*;
import javax.xml.transform.*;
import javax.xml.transform.dom.*;
import javax.xml.transform.stream.*;
import javax.xml.xpath.*;

/** Stylesheets, which the JDK compiles to classes of a module of their own; documents, paths and schemas. */
public class XmlTransforms {
  static final String TEXT = "<r a='1'><c n='2'>two</c><d/><c n='1'>one</c></r>";

  static String transform(String body, String method) throws Exception {
    String sheet = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'><xsl:output method='" + method + "' omit-xml-declaration='yes'/>" + body + "</xsl:stylesheet>";
    StringWriter out = new StringWriter();
    Transformer transformer = TransformerFactory.newInstance().newTransformer(new StreamSource(new StringReader(sheet)));
    transformer.setParameter("given", "par");
    transformer.transform(new StreamSource(new StringReader(TEXT)), new StreamResult(out));
    return out.toString();
  }

  public static void main(String[] args) throws Exception {
    System.out.println(transform("<xsl:template match='/'><xsl:for-each select='//c'><xsl:sort select='@n'/>[<xsl:value-of select='.'/>]</xsl:for-each></xsl:template>", "text"));
    System.out.println(transform("<xsl:param name='given'/><xsl:template match='@*|node()'><xsl:copy><xsl:apply-templates select='@*|node()'/></xsl:copy></xsl:template>"
        + "<xsl:template match='d'><new p='{$given}'><xsl:number count='*'/></new></xsl:template>", "xml"));
    System.out.println(transform("<xsl:template name='down'><xsl:param name='n'/><xsl:if test='$n &gt; 0'><xsl:value-of select='$n'/>,<xsl:call-template name='down'><xsl:with-param name='n' select='$n - 1'/>"
        + "</xsl:call-template></xsl:if></xsl:template><xsl:template match='/'><xsl:call-template name='down'><xsl:with-param name='n' select='count(//*)'/></xsl:call-template></xsl:template>", "text"));
    try {
      transform("<xsl:template match='/'><xsl:message terminate='yes'>stop</xsl:message></xsl:template>", "text");
    } catch (TransformerException e) {
      System.out.println(e.getMessage());
    }
    org.w3c.dom.Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new org.xml.sax.InputSource(new StringReader(TEXT)));
    System.out.println(XPathFactory.newInstance().newXPath().evaluate("sum(//c/@n)", document));
    StringWriter out = new StringWriter();
    TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(out));
    System.out.println(out);
  }
}
